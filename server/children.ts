import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import readline from 'node:readline'

type Print = (line: string) => void

export type ChildSpec = {
  name: string
  /** Path of the program, run by the Node that runs us. */
  file: string
  args?: readonly string[]
  env: NodeJS.ProcessEnv
  /** Takes the child's output line by line; without it the output is ours. */
  print?: Print
}

export type Child = {
  pid: number | null
  /** Settles with the exit code, 1 when a signal ended it. */
  exited: Promise<number>
  /** Whether a signal ended it; known when it has exited. */
  wasKilled(): boolean
  stop(): Promise<void>
}

const patienceMs = 10_000

/** Prints every line under the child's name. */
export function prefixed(name: string): Print {
  return (line) => process.stdout.write(`${name.padEnd(6)} | ${line}\n`)
}

/**
 * Node takes memory freely on a large machine, so it is told to collect sooner. Under load this halves what a web process
 * holds. Options of the operator come later and win.
 */
function smallerMemory(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const options = `--max-semi-space-size=8 --max-old-space-size=384 ${env['NODE_OPTIONS'] ?? ''}`
  return { MALLOC_ARENA_MAX: '2', ...env, NODE_OPTIONS: options.trim() }
}

/** Starts a service. It ends when our channel to it closes, so it never outlives us. */
export function startChild(spec: ChildSpec): Child {
  return start({ ...spec, env: smallerMemory(spec.env) })
}

function start(spec: ChildSpec): Child {
  const output = spec.print ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, [spec.file, ...(spec.args ?? [])], {
    env: spec.env,
    stdio: ['ignore', output, output, 'ipc'],
    // A separate process group: Ctrl-C reaches only us, and the child's own processes end with it.
    detached: true,
  })
  const { print } = spec
  for (const stream of [child.stdout, child.stderr]) {
    if (stream && print) readline.createInterface({ input: stream }).on('line', print)
  }
  let over = false
  const exited = new Promise<number>((resolve) => {
    child.once('exit', () => {
      over = true
      signalGroup(child.pid, 'SIGKILL')
    })
    // Later than exit: the last lines have been read.
    child.once('close', (code) => resolve(code ?? 1))
    child.once('error', () => resolve(1))
  })
  const stop = async () => {
    if (over) return
    child.kill('SIGTERM')
    await Promise.race([exited, pause(patienceMs, undefined, { ref: false })])
    signalGroup(child.pid, 'SIGKILL')
    await exited
  }
  return { pid: child.pid ?? null, exited, wasKilled: () => child.signalCode !== null, stop }
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has already ended.
  }
}

const soonMs = 10_000
const mostFailures = 3
const shortestPauseMs = 500
const longestPauseMs = 10_000

/**
 * Restarts the program whenever it ends, after a delay that grows while it keeps ending early. Gives up after three
 * failures in a row within 10 s of a start; being killed is not a failure.
 */
export function keepRunning(
  spec: ChildSpec,
  giveUp: (reason: string) => void,
): { stop(): Promise<void> } {
  let stopping = false
  let child = startChild(spec)
  let failures = 0
  let pauseMs = shortestPauseMs
  const loop = async () => {
    for (;;) {
      const begun = Date.now()
      const code = await child.exited
      if (stopping) return
      const soon = Date.now() - begun < soonMs
      const how = child.wasKilled() ? 'was killed' : `ended (code ${code})`
      failures = soon && code !== 0 && !child.wasKilled() ? failures + 1 : 0
      if (failures === mostFailures)
        return giveUp(`${spec.name} ${how} soon after its start, ${failures} times in a row.`)
      process.stderr.write(`${spec.name} ${how} and is started again.\n`)
      if (!soon) pauseMs = shortestPauseMs
      await pause(pauseMs)
      pauseMs = Math.min(longestPauseMs, 2 * pauseMs)
      if (stopping) return
      child = startChild(spec)
    }
  }
  void loop()
  return {
    stop() {
      stopping = true
      return child.stop()
    },
  }
}

/** A program that is restarted on demand; after a failure it waits for the next demand. */
export function keepReloading(spec: ChildSpec): { reload(): Promise<void>; stop(): Promise<void> } {
  let child = startChild(spec)
  let turn = Promise.resolve()
  let stopping = false
  const restart = async () => {
    await child.stop()
    if (!stopping) child = startChild(spec)
  }
  return {
    reload() {
      turn = turn.then(restart)
      return turn
    },
    async stop() {
      stopping = true
      await child.stop()
      await turn
    },
  }
}

// For programs that are not ours and know nothing of exitWithParent.
const endWithChannel =
  'data:text/javascript,process.on("disconnect",()=>process.exit(1));process.channel.unref()'

/** Runs a program to its end. */
export function startTask(spec: ChildSpec): Child {
  return start({
    ...spec,
    file: '--import',
    args: [endWithChannel, spec.file, ...(spec.args ?? [])],
  })
}

/** Call this first in a program started here: it ends the program when its parent ends, for any reason. */
export function exitWithParent(): void {
  if (!process.channel) return
  process.channel.unref()
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), patienceMs).unref()
    process.kill(process.pid, 'SIGTERM')
  })
}

export type Shutdown = {
  /** Steps run newest first. */
  add(step: () => Promise<unknown>): void
  isEnding(): boolean
  end(exitCode: number): Promise<void>
}

/** Collects what has to be ended, and ends it on Ctrl-C, SIGTERM or when the terminal is closed. */
export function createShutdown(): Shutdown {
  const steps: (() => Promise<unknown>)[] = []
  let ending = false
  const end = async (exitCode: number) => {
    if (ending) return
    ending = true
    for (let step = steps.pop(); step; step = steps.pop()) {
      await step().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    }
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(0))
  return {
    add(step) {
      // A process that was still starting is ended as soon as it has started.
      if (ending) void step()
      else steps.push(step)
    },
    isEnding: () => ending,
    end,
  }
}

/** A killed npm passes on no signal, so a changed parent process is the only evidence. */
export function endWithoutParent(shutdown: Shutdown): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void shutdown.end(1)
  }, 1000).unref()
}
