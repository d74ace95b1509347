import { lastOf, shapedLike } from '../support/checked'
import { Cluster, clusterNeeds } from '../support/cluster'
import { ownerApiKey, ownerEmail } from '../support/config'
import { Person } from '../support/person'
import { describeWith } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { terminal } from './clients'
import { pythonBindings } from './habits'
import { NodeListener, PythonListener } from './listener'
import type { Listener } from './listener'
import { Program } from './program'

/**
 * A client that loses its queue has to reload everything, and one client never recovers.
 * Sources: docs/protocol/errors.md#on-lost-queue, docs/protocol/errors.md#queues-survive.
 */
describeWith(clusterNeeds, 'workers that are killed while clients poll', () => {
  let stores: TestStores
  let cluster: Cluster
  let owner: Person
  const listeners: Listener[] = []

  beforeAll(async () => {
    stores = await createTestStores()
    cluster = await Cluster.start(stores)
    owner = new Person(cluster.url, 0, ownerEmail, ownerApiKey, 'Owner')
  })
  afterAll(async () => {
    await Promise.all(listeners.map((listener) => listener.stop()))
    await cluster.stop()
    await stores.remove()
  })

  it('deliver every message exactly once', async () => {
    const bindings = { event_types: ['message'], narrow: [] }
    listeners.push(
      NodeListener.start(owner),
      new PythonListener(owner, pythonBindings, await queueFor(pythonBindings, bindings)),
      new PythonListener(
        owner,
        terminal.habits,
        await queueFor(terminal.habits, terminal.registration),
      ),
    )
    await cluster.holdsPolls(3)
    const sent: number[] = []
    const send = async (content: string) => {
      sent.push(await cluster.sendAfterKill(owner, { to: 'general', topic: 'kills', content }))
      await Promise.all(listeners.map((listener) => listener.hears(lastOf(sent))))
    }
    for (const worker of cluster.workers) {
      const { restarted } = await cluster.kill(worker)
      await send('Right after.')
      await restarted
      await send('When it is back.')
    }
    // Duplicates would arrive before this message.
    await send('The last one.')
    for (const { heard } of listeners) expect(heard).toEqual(sent)
  })

  async function queueFor(habits: typeof pythonBindings, args: Record<string, unknown>) {
    const state = await new Program(owner, habits).succeed('POST', '/register', args)
    return shapedLike(state, { queue_id: '', last_event_id: 0 })
  }
})
