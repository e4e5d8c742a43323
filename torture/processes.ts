import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export type ProcessSpec = {
  name: string
  file: string
  args?: readonly string[]
  env?: Record<string, string>
  /** where its output goes */
  log: string
}

/** Starts a program of ours; the channel tells it when we are gone, however we went. */
export function startProcess({ file, args = [], env = {}, log }: ProcessSpec): ChildProcess {
  const output = openSync(log, 'a')
  return spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output, 'ipc'],
  })
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(timer)
}

export type Victim = {
  name: string
  kill(): void
  /** Tells it to end in order. */
  tell(): void
  /** Freezes it with SIGSTOP and resumes it after this many seconds. */
  freeze(seconds: number): void
  stop(): Promise<void>
}

const upLine = /web is listening|worker is running/

/** A process that is restarted whenever it ends. `crashed` is called for unexpected ends. */
export function keepVictim(spec: ProcessSpec, crashed: (how: string) => void): Victim {
  let stopping = false
  let killed = false
  let told = false
  let saidBefore = 0
  let child = startProcess(spec)
  const loop = async () => {
    while (!stopping) {
      await once(child, 'exit')
      if (stopping) return
      const said = readFileSync(spec.log, 'utf8')
      // A process that gets SIGTERM while starting is ended by the signal itself.
      const isUp = upLine.test(said.slice(saidBefore))
      const endedWell = child.exitCode === 0 || (!isUp && child.signalCode === 'SIGTERM')
      if (!killed && !(told && endedWell)) {
        const how = child.exitCode ?? child.signalCode
        crashed(`${spec.name} ended by itself (${how}): ${said.slice(-600)}`)
      }
      saidBefore = said.length
      killed = false
      told = false
      await pause(200)
      if (!stopping) child = startProcess(spec)
    }
  }
  void loop()
  return {
    name: spec.name,
    kill() {
      killed = true
      child.kill('SIGKILL')
    },
    tell() {
      told = true
      child.kill('SIGTERM')
    },
    freeze(seconds) {
      // A separate process, so that the frozen one is woken even if we are killed.
      const script = 'kill -STOP "$1"; sleep "$2"; kill -CONT "$1"'
      spawn('/bin/sh', ['-c', script, 'sh', String(child.pid), String(seconds)], {
        stdio: 'ignore',
        detached: true,
      }).unref()
    },
    async stop() {
      stopping = true
      await endProcess(child)
    },
  }
}
