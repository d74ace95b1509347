/** node's flags for any worker; `npm start` and the Dockerfile name the same flags. */
const always = ['--single-threaded-gc']

/**
 * For a worker on PostgreSQL: a young generation large enough that most objects of a message to thousands die
 * in it without being copied. See docs/performance.md. With the embedded database, memory matters more.
 */
const ofWorkersWithServices = ['--max-semi-space-size=16']

/** node's flags for a worker with these settings. */
export function nodeFlags(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return env['DATABASE_URL'] ? [...always, ...ofWorkersWithServices] : always
}

/** The same flags for a shell, which reads the setting itself. */
export const nodeFlagsInShell = [
  ...always,
  `\${DATABASE_URL:+${ofWorkersWithServices.join(' ')}}`,
].join(' ')
