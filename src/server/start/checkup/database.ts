import type { DatabaseFacts } from '../../data/engine/server-facts'
import type { DatabaseHealth } from '../../data/engine/table-health'
import { judgeClock } from './finding'
import type { Finding } from './finding'

const subject = 'database'
const oldestVersion = 15
/** Share of the connections from which on another worker or command may find none. */
const nearlyAll = 0.8

/** Judges the settings of PostgreSQL that decide whether messages are kept, and whether its clock is right. */
export function judgeDatabase(facts: DatabaseFacts): Finding[] {
  const found: Finding[] = []
  if (!facts.isDurable) {
    found.push({
      subject,
      state: 'warning',
      text: 'fsync or full_page_writes is off: a crash of its machine can destroy the whole database.',
      advice: 'Set fsync = on and full_page_writes = on in postgresql.conf, and reload it.',
    })
  }
  const clock = judgeClock(subject, facts.clockDifferenceMs)
  return clock.state === 'ok' ? found : [...found, clock]
}

/** Judges version and encoding of PostgreSQL. */
export function judgeVersion({ version, versionNumber, encoding }: DatabaseFacts): Finding[] {
  const found: Finding[] = []
  if (versionNumber < oldestVersion * 10_000) {
    found.push({
      subject,
      state: 'failed',
      text: `It is PostgreSQL ${version}.`,
      advice: `Upgrade it to ${oldestVersion} or newer.`,
    })
  }
  if (encoding !== 'UTF8') {
    found.push({
      subject,
      state: 'failed',
      text: `Its encoding is ${encoding}, which cannot hold every message.`,
      advice: 'Make a database with the encoding UTF8, and move the data there.',
    })
  }
  return found
}

/** Judges the state of the tables, transactions and connections. */
export function judgeHealth(health: DatabaseHealth, { maxConnections }: DatabaseFacts): Finding[] {
  const { unanalyzed, bloated, longTransactions, connections } = health
  const found: Finding[] = []
  const warn = (text: string, advice: string): void =>
    void found.push({ subject, state: 'warning', text, advice })
  if (unanalyzed.length > 0) {
    warn(
      `The planner has no statistics of ${unanalyzed.join(', ')}.`,
      'Run ANALYZE, and check that autovacuum is on.',
    )
  }
  if (bloated.length > 0) {
    warn(
      `Deleted rows wait in ${bloated.join(', ')}.`,
      'Run VACUUM, and check that autovacuum is on and that no transaction stays open.',
    )
  }
  for (const { pid, minutes } of longTransactions) {
    warn(
      `A transaction is open for ${minutes} minutes (process ${pid}).`,
      'Find its program in pg_stat_activity: it holds up notifications and VACUUM.',
    )
  }
  if (connections > maxConnections * nearlyAll) {
    warn(
      `${connections} of its ${maxConnections} connections are in use.`,
      'Raise max_connections, or lower DATABASE_POOL_SIZE.',
    )
  }
  return found
}
