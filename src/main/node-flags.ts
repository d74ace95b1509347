/** How node is to be started for any worker; `npm start` and the Dockerfile name the same flags. */
const always = ['--single-threaded-gc']

/**
 * For a worker on PostgreSQL: a young generation that may grow until most of what a message to thousands makes goes
 * through it without being copied. See docs/performance.md. Embedded, the memory counts for more.
 */
const ofWorkersWithServices = ['--max-semi-space-size=16']

/** The flags of node for a worker with these settings. */
export function nodeFlags(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return env['DATABASE_URL'] ? [...always, ...ofWorkersWithServices] : always
}

/** The same as a shell is told, which looks for the setting itself. */
export const nodeFlagsInShell = [
  ...always,
  `\${DATABASE_URL:+${ofWorkersWithServices.join(' ')}}`,
].join(' ')
