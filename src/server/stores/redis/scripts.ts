import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RedisConnection } from './connection'

/** A Lua script, which Redis runs atomically. It fails with ioredis errors. */
export type Script = (...keysAndArguments: (string | number | Buffer)[]) => Promise<unknown>

export interface ScriptFolder<Name extends string> {
  folder: string
  /** Names of the scripts: `signIn` is in `sign-in.lua`. */
  names: readonly Name[]
  /** Number of keys among the arguments of each script. */
  numberOfKeys: number
  /** Lines to insert before a script. */
  preambleOf?: (source: string) => string
}

/** The Lua scripts of a folder, as commands of a connection. */
export function defineScripts<Name extends string>(
  { redis }: RedisConnection,
  { folder, names, numberOfKeys, preambleOf }: ScriptFolder<Name>,
): Record<Name, Script> {
  for (const name of names) {
    const source = readScript(path.join(folder, `${kebabCase(name)}.lua`))
    redis.defineCommand(name, { numberOfKeys, lua: (preambleOf?.(source) ?? '') + source })
  }
  return redis as unknown as Record<Name, Script>
}

/**
 * The text of a script, with `-- include: ` lines replaced by files, whose paths are relative to the script.
 */
function readScript(file: string): string {
  return readFileSync(file, 'utf8').replace(/^-- include: (.+)$/gm, (_line, part: string) =>
    readScript(path.join(path.dirname(file), part)),
  )
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
