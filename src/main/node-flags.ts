/** How node is to be started for any worker; `npm start` and the Dockerfile name the same flags. */
const always = ['--single-threaded-gc']

/**
 * For a worker on PostgreSQL. Its polls that wait are many and live longer than most garbage: with
 * node's small young generation they are copied at every message, by several threads, which costs
 * more than answering them. See docs/performance.md. Embedded, the memory counts for more.
 */
const ofWorkersWithServices = ['--min-semi-space-size=64', '--max-semi-space-size=64']

/** The flags of node for a worker with these settings. */
export function nodeFlags(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return env['DATABASE_URL'] ? [...always, ...ofWorkersWithServices] : always
}

/** The same as a shell is told, which looks for the setting itself. */
export const nodeFlagsInShell = [
  ...always,
  `\${DATABASE_URL:+${ofWorkersWithServices.join(' ')}}`,
].join(' ')
