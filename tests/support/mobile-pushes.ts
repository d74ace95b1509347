import { pushDue } from '../../src/server/chat/jobs/pushes/sender'
import { asNumber } from './checked'
import { expectSuccess } from './expectations'
import { judgeAll } from './judged'
import { useMobileServices } from './mobile-services'
import type { MobileServices } from './mobile-services'
import { useOwnServer } from './own-server'
import type { OwnServer } from './own-server'
import type { Arguments, Person } from './person'

/** A server that pushes to mobile apps, and the services that it pushes to; both have the clock of the test. */
export interface MobilePushes {
  services: MobileServices
  server: OwnServer
  /** Time of the clock. */
  now: () => Date
  /** Moves the clock on. */
  later: (seconds: number) => void
  /** Sends a message. @returns its id */
  send: (person: Person, args: Arguments) => Promise<number>
  /** Judges missed messages, and sends the pushes that are due. */
  deliver: () => Promise<void>
}

/** Starts them for the tests of a `describe` block. */
export function useMobilePushes(): MobilePushes {
  const services = useMobileServices()
  let time = new Date()
  const now = (): Date => time
  services.now = now
  const server = useOwnServer({
    get settings() {
      return services.settings
    },
    clock: { now },
  })
  return {
    ...{ services, server, now },
    later(seconds) {
      time = new Date(time.getTime() + seconds * 1_000)
    },
    async send(person, args) {
      return asNumber(expectSuccess(await person.post('/messages', args))['id'])
    },
    async deliver() {
      await judgeAll(server)
      await pushDue(server.ctx)
    },
  }
}
