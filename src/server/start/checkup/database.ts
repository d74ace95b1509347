import type { DatabaseFacts } from '../../data/engine/server-facts'
import { judgeClock } from './finding'
import type { Finding } from './finding'

const subject = 'PostgreSQL'

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
