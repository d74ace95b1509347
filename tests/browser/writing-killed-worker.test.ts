import { Cluster, clusterNeeds } from '../support/cluster'
import { ownerApiKey, ownerEmail } from '../support/config'
import { Person } from '../support/person'
import { describeWith } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { describeInBrowser, useWindows } from './support/browser'

describeWith(clusterNeeds, 'Two workers behind nginx', () => {
  describeInBrowser('when one is killed between a message and its answer', () => {
    let stores: TestStores
    let cluster: Cluster
    let owner: Person
    const windows = useWindows(() => cluster.url)

    beforeAll(async () => {
      stores = await createTestStores()
      cluster = await Cluster.start(stores)
      owner = new Person(cluster.url, 0, ownerEmail, ownerApiKey, 'Owner')
    })
    afterAll(async () => {
      await cluster.stop()
      await stores.remove()
    })

    it('store the message once, and the app shows it once', async () => {
      const args = { email: 'ada@parley.test', full_name: 'Ada', short_name: 'ada' }
      await owner.post('/users', { ...args, password: 'password of ada' })
      const ada = new Person(cluster.url, 0, args.email, '', 'Ada')
      await owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'ops' }],
        principals: [ownerEmail, ada.email],
      })
      await owner.send('ops', 'deploys', 'before')
      const { body } = await owner.get('/get_stream_id', { stream: 'ops' })
      const { stream_id: id } = body as { stream_id: number }
      const page = await windows.openAs(ada, {
        path: `/#narrow/channel/${id}-ops/topic/deploys`,
        // The browser logs a broken connection as an error.
        allow: /Failed to load resource/,
      })
      const messages = page.locator('[data-message-id]')
      await messages.filter({ hasText: 'before' }).waitFor()

      let attempts = 0
      await page.route('**/json/messages', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        attempts += 1
        if (attempts > 1) return route.continue()
        // The worker that holds the poll, and maybe this request too, dies now, so the message may be stored or not.
        const holder = await cluster.holderOfPoll()
        await Promise.allSettled([route.fetch(), cluster.kill(holder)])
        await route.abort('connectionreset')
      })
      const box = page.getByRole('textbox', { name: 'Message' })
      await box.fill('Exactly once')
      await box.press('Enter')
      await messages.filter({ hasText: 'Exactly once' }).waitFor()
      await page.getByText('Waiting for the connection').waitFor({ state: 'detached' })

      await owner.send('ops', 'deploys', 'after')
      await messages.filter({ hasText: 'after' }).waitFor()
      const { body: page1 } = await owner.get('/messages', {
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        narrow: [{ operator: 'channel', operand: 'ops' }],
        apply_markdown: false,
      })
      const contents = (page1 as { messages: { content: string }[] }).messages
        .map(({ content }) => content)
        .filter((content) => content === 'Exactly once')
      expect(contents).toHaveLength(1)
      expect(await page.getByRole('article').filter({ hasText: 'Exactly once' }).count()).toBe(1)
    })
  })
})
