import type { RedisFacts } from '../../stores/redis/facts'
import { judgeClock } from './finding'
import type { Finding } from './finding'

/** Share of `maxmemory` from which on Redis is nearly full. */
const nearlyFull = 0.9

/** Judges the settings of one Redis: whether it keeps what the queues store, and whether its clock is right. */
export function judgeRedis(facts: RedisFacts): Finding[] {
  const subject = `Redis at ${facts.address}`
  const found: Finding[] = []
  const { maxMemoryBytes, usedMemoryBytes, evictionPolicy } = facts
  if (maxMemoryBytes > 0 && evictionPolicy !== 'noeviction') {
    found.push({
      subject,
      state: 'warning',
      text: `It drops keys when its memory is used up (maxmemory-policy ${evictionPolicy}): clients lose queues and events.`,
      advice: 'Set maxmemory-policy to noeviction, and give it a Redis of its own.',
    })
  }
  if (maxMemoryBytes > 0 && usedMemoryBytes >= maxMemoryBytes) {
    found.push({
      subject,
      state: 'failed',
      text: 'Its memory is used up, so it refuses writes.',
      advice: 'Raise maxmemory, or find the keys of others that fill it.',
    })
  } else if (maxMemoryBytes > 0 && usedMemoryBytes > maxMemoryBytes * nearlyFull) {
    found.push({
      subject,
      state: 'warning',
      text: `It uses ${Math.round((usedMemoryBytes / maxMemoryBytes) * 100)} % of its maxmemory.`,
      advice: 'Raise maxmemory.',
    })
  }
  if (!facts.canWriteDisk) {
    found.push({
      subject,
      state: 'failed',
      text: 'It could not write its disk, and may refuse writes.',
      advice: 'Look at its log, and at the space and rights of its folder.',
    })
  }
  const clock = judgeClock(subject, facts.clockDifferenceMs)
  return clock.state === 'ok' ? found : [...found, clock]
}
