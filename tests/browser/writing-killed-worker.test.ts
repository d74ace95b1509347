import type { Page } from 'playwright-core'
import { shapedLike } from '../support/checked'
import { Cluster, clusterNeeds } from '../support/cluster'
import { ownerApiKey, ownerEmail } from '../support/config'
import { Person } from '../support/person'
import { describeWith } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { describeInBrowser, useWindows } from './support/browser'

describeWith(clusterNeeds, 'Two workers behind nginx', () => {
  describeInBrowser('Two workers, one of them killed between a message and its answer', () => {
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

    let ada: Person
    let path: string

    beforeAll(async () => {
      const args = { email: 'ada@parley.test', full_name: 'Ada', short_name: 'ada' }
      await owner.post('/users', { ...args, password: 'password of ada' })
      ada = new Person(cluster.url, 0, args.email, '', 'Ada')
      await owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'ops' }],
        principals: [ownerEmail, ada.email],
      })
      await owner.send('ops', 'deploys', 'before')
      const { body } = await owner.get('/get_stream_id', { stream: 'ops' })
      const { stream_id: id } = shapedLike(body, { stream_id: 0 })
      path = `/#narrow/channel/${id}-ops/topic/deploys`
    })

    /** Kills the worker that holds the poll, and maybe the first POST to a path too, so that its answer is lost. */
    async function killDuringPost(page: Page, glob: string): Promise<void> {
      let attempts = 0
      await page.route(glob, async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        attempts += 1
        if (attempts > 1) return route.continue()
        const holder = await cluster.holderOfPoll()
        await Promise.allSettled([route.fetch(), cluster.kill(holder)])
        await route.abort('connectionreset')
      })
    }

    it('store the message once, and the app shows it once', async () => {
      const page = await windows.openAs(ada, {
        path,
        // The browser logs a broken connection as an error.
        allow: /Failed to load resource/,
      })
      const messages = page.locator('[data-message-id]')
      await messages.filter({ hasText: 'before' }).waitFor()

      await killDuringPost(page, '**/json/messages')
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
      const contents = shapedLike(page1, { messages: [{ content: '' }] })
        .messages.map(({ content }) => content)
        .filter((content) => content === 'Exactly once')
      expect(contents).toHaveLength(1)
      expect(await page.getByRole('article').filter({ hasText: 'Exactly once' }).count()).toBe(1)
    })

    it('schedule a message once', async () => {
      const page = await windows.openAs(ada, {
        path,
        // The browser logs broken connections, also those of the killed worker's polls, as errors.
        allow: /Failed to load resource|net::ERR_/,
      })
      await killDuringPost(page, '**/json/scheduled_messages')
      const box = page.getByRole('textbox', { name: 'Message' })
      await box.fill('Once, tomorrow')
      const schedule = async () => {
        await page.getByRole('button', { name: 'Schedule message' }).click()
        await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
      }
      await schedule()
      const refusal = page.getByText(/^The message was not scheduled/).last()
      await refusal.waitFor()
      // The proxy may still hold a connection to the killed worker, and answers 502 then.
      while ((await box.inputValue()) !== '') {
        await page.getByRole('button', { name: 'Dismiss' }).click()
        await schedule()
        await untilHolds('scheduling succeeds or fails', async () => {
          return (await box.inputValue()) === '' || (await refusal.isVisible())
        })
      }
      await page.getByRole('link', { name: 'Scheduled' }).click()
      const waiting = page
        .getByRole('region', { name: 'Messages', exact: true })
        .getByRole('listitem')
      await waiting.first().waitFor()
      expect(await waiting.count()).toBe(1)
      await page.reload()
      await waiting.first().waitFor()
      expect(await waiting.count()).toBe(1)
    })
  })
})
