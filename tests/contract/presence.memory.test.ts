import { systemClock } from '../../src/server/lib/clock'
import { MemoryPresence } from '../../src/server/stores/presence/memory-presence'
import { describePresence } from './presence.suite'

describePresence('presence in memory', async () => new MemoryPresence(systemClock))

describePresence('presence in memory, while the clock stands still', async () => {
  const now = new Date()
  return new MemoryPresence({ now: () => now })
})
