import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type EmscriptenOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']

/** The part of Emscripten's file system that is changed here; its types lack it. */
interface Module {
  FS: { doSetAttr: (stream: unknown, node: FileNode, changes: { mode?: number }) => void }
  NODEFS: { node_ops: unknown }
}

interface FileNode {
  node_ops: unknown
}

/**
 * A folder of the embedded database in which only the owner may access files. The process's `umask`
 * is not enough: PGlite sets the mode of new files explicitly, readable by everybody.
 */
export class PrivateNodeFs extends NodeFS {
  override async init(
    pg: PGlite,
    options: EmscriptenOptions,
  ): Promise<{ emscriptenOpts: EmscriptenOptions }> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), keepPrivate as never]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function keepPrivate({ FS, NODEFS }: Module): void {
  const set = FS.doSetAttr
  FS.doSetAttr = (stream, node, changes) => {
    const isOurs = node.node_ops === NODEFS.node_ops && changes.mode !== undefined
    set(stream, node, isOurs ? { ...changes, mode: Number(changes.mode) & ~0o077 } : changes)
  }
}
