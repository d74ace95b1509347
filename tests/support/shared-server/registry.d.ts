/** The server of a name, in a process of its own; the first caller prepares its settings. */
export const sharedServer: typeof globalThis.parleySharedServer
