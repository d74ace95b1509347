import { Cluster, clusterNeeds } from '../support/cluster'
import { ownerApiKey, ownerEmail } from '../support/config'
import { expectError, expectSuccess } from '../support/expectations'
import { Person } from '../support/person'
import { describeWith } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { describeInBrowser, useWindows } from './support/browser'

describeWith(clusterNeeds, 'A bot at two workers behind nginx', () => {
  describeInBrowser('A bot whose API key is regenerated', () => {
    let stores: TestStores
    let cluster: Cluster
    const windows = useWindows(() => cluster.url)

    beforeAll(async () => {
      stores = await createTestStores()
      cluster = await Cluster.start(stores)
    })
    afterAll(async () => {
      await cluster.stop()
      await stores.remove()
    })

    it('is refused by both workers with the old key, and accepted with the new key', async () => {
      const owner = new Person(cluster.url, 0, ownerEmail, ownerApiKey, 'Owner')
      const email = 'ada@parley.test'
      const person = { email, full_name: 'Ada', short_name: 'ada', password: 'password of ada' }
      expectSuccess(await owner.post('/users', person))
      const ada = new Person(cluster.url, 0, email, '', 'Ada')
      const page = await windows.openAs(ada, { path: '/#settings/your-bots' })

      await page.getByRole('button', { name: 'Add a bot' }).click()
      await page.getByRole('textbox', { name: 'Full name' }).fill('Courier')
      await page.getByRole('textbox', { name: 'Short name' }).fill('courier')
      await page.getByRole('button', { name: 'Create bot' }).click()
      const bot = page.getByRole('listitem', { name: 'Courier' })
      await bot.getByRole('button', { name: 'Show API key' }).click()
      const old = (await bot.locator('code').textContent()) ?? ''
      const address = (await bot.getByText('courier-bot@').textContent())?.split(' · ')[1] ?? ''
      const courier = new Person(cluster.url, 0, address, old, 'Courier')
      // Both workers cache the old key.
      for (const { url } of cluster.workers) expectSuccess(await courier.at(url).get('/users/me'))

      await bot.getByRole('button', { name: 'Regenerate API key' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Regenerate API key' }).click()
      await bot.locator('code').filter({ hasNotText: old }).waitFor()
      const key = (await bot.locator('code').textContent()) ?? ''
      for (const { url } of cluster.workers) {
        expectError(await courier.at(url).get('/users/me'), 401, {})
        expectSuccess(await courier.withKey(key).at(url).get('/users/me'))
      }
    })
  })
})
