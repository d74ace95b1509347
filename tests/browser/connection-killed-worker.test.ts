import { shapedLike } from '../support/checked'
import { Cluster, clusterNeeds } from '../support/cluster'
import { ownerApiKey, ownerEmail } from '../support/config'
import { expectSuccess } from '../support/expectations'
import { Person } from '../support/person'
import { describeWith } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { describeInBrowser, useWindows } from './support/browser'

describeWith(clusterNeeds, 'Two workers behind nginx', () => {
  describeInBrowser('Two workers after the worker that holds the poll is killed', () => {
    let stores: TestStores
    let cluster: Cluster
    let owner: Person
    let ada: Person
    const windows = useWindows(() => cluster.url)

    beforeAll(async () => {
      stores = await createTestStores()
      cluster = await Cluster.start(stores)
      owner = new Person(cluster.url, 0, ownerEmail, ownerApiKey, 'Owner')
      ada = await newMember('ada')
    })
    afterAll(async () => {
      await cluster.stop()
      await stores.remove()
    })

    async function newMember(name: string): Promise<Person> {
      const email = `${name}@parley.test`
      const password = `password of ${name}`
      const args = { email, password, full_name: name, short_name: name }
      const { body } = await owner.post('/users', args)
      return new Person(cluster.url, shapedLike(body, { user_id: 0 }).user_id, email, '', name)
    }

    it('deliver each message once, and keep the text in the compose box', async () => {
      const made = await owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'ops' }],
        principals: [ownerEmail, ada.email],
      })
      expectSuccess(made)
      const first = await owner.send('ops', 'deploys', 'before')
      const { stream_id: id } = await owner.call('GET /get_stream_id', { stream: 'ops' })
      const page = await windows.openAs(ada, {
        path: `/#narrow/channel/${id}-ops/topic/deploys/near/${first}`,
        // The killed worker cuts off the responses that it was sending.
        allow: /Failed to load resource|net::ERR_/,
      })
      const messages = (text: string) => page.getByRole('article').filter({ hasText: text })
      await messages('before').waitFor()
      const written = page.getByRole('textbox', { name: 'Message' })
      await written.fill('a long answer')

      for (const text of ['while the first is gone', 'while the second is gone']) {
        const holder = await cluster.holderOfPoll()
        const { restarted } = await cluster.kill(holder)
        await cluster.sendAfterKill(owner, { to: 'ops', topic: 'deploys', content: text })
        await messages(text).waitFor()
        await restarted
      }

      await owner.send('ops', 'deploys', 'after')
      await messages('after').waitFor()
      for (const text of ['while the first is gone', 'while the second is gone', 'after']) {
        expect(await messages(text).count()).toBe(1)
      }
      expect(await written.inputValue()).toBe('a long answer')
      await page.getByRole('banner').getByRole('status').waitFor({ state: 'attached' })
    })
  })
})
