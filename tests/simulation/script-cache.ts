import type * as scripts from '../../src/server/stores/redis/scripts'
import type { ScriptDefinition } from './redis-scripts'

type DefineScripts = typeof scripts.defineScripts
type Connection = Parameters<DefineScripts>[0]

/**
 * Reads the scripts of each folder once: a simulation starts some workers, and the files of one would take as long to
 * read as ten calls of Redis.
 */
export function cached(define: DefineScripts): DefineScripts {
  const folders = new Map<string, Map<string, ScriptDefinition>>()
  return ({ redis }, folder) => {
    let definitions = folders.get(folder.folder)
    if (!definitions) {
      const read = new Map<string, ScriptDefinition>()
      const defineCommand = (name: string, definition: ScriptDefinition): unknown =>
        read.set(name, definition)
      define({ redis: { defineCommand } } as unknown as Connection, folder)
      folders.set(folder.folder, (definitions = read))
    }
    for (const [name, definition] of definitions) redis.defineCommand(name, definition)
    return redis as unknown as ReturnType<DefineScripts>
  }
}
