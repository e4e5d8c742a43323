import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Runs a command of node_modules/.bin from the project's root and answers with its exit code. When this process is
 * stopped, it waits for the command to stop and then ends: Ctrl-C reaches the command by the terminal, other signals are
 * handed on.
 */
export async function run(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  const bin = path.join(root, 'node_modules', '.bin')
  const child = spawn(command, [...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` },
  })
  let told: number | null = null
  const interrupted = () => {
    told = 130
  }
  const terminated = () => {
    told = 143
    child.kill('SIGTERM')
  }
  process.on('SIGINT', interrupted).on('SIGTERM', terminated).on('SIGHUP', terminated)
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (status) => resolve(status ?? 1))
  })
  process.off('SIGINT', interrupted).off('SIGTERM', terminated).off('SIGHUP', terminated)
  // After a stop request, nothing new is started.
  if (told !== null || code === 130) process.exit(told ?? 130)
  return code
}
