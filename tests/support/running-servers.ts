/** Addresses of the servers that run in this process, the latest last. */
export const runningServers: string[] = []
