import type { Page } from 'playwright-core'
import { expectSuccess } from '../support/expectations'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

describeInBrowser('An archived stream', () => {
  const { server, windows } = useServerAndBrowser()

  const conversations = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
  const notice = (page: Page) => page.getByRole('region', { name: 'Archived stream' })
  const go = (page: Page, hash: string) => page.evaluate((to) => (location.hash = to), hash)

  it('is read at its address, in the list and by search, takes no messages, and comes back', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    const { id } = await server.stream('expedition', { subscribers: [ada, bo] })
    await ada.send('expedition', 'provisions', 'Forty tins of pemmican.')
    await server.stream('harbor', { subscribers: [ada, bo] })
    const adas = await windows.openAs(ada, { path: `/#narrow/channel/${id}-expedition` })
    const pemmican = (page: Page) => page.getByRole('article').getByText('Forty tins of pemmican.')
    await pemmican(adas).waitFor()
    expectSuccess(await ada.delete(`/streams/${id}`))

    // It stays on screen, to read.
    await notice(adas).getByText('This stream is archived and takes no more messages.').waitFor()
    await pemmican(adas).waitFor()
    await conversations(adas)
      .getByRole('link', { name: 'expedition' })
      .waitFor({ state: 'detached' })
    expect(await adas.getByRole('form', { name: 'Compose' }).count()).toBe(0)
    expect(await adas.getByRole('button', { name: /^Start a new topic/ }).count()).toBe(0)

    // A reader who starts now finds it in the list, with its topics, and by search.
    const bos = await windows.openAs(bo, { path: '/#streams/archived' })
    await bos.getByRole('link', { name: 'expedition' }).click()
    await pemmican(bos).waitFor()
    await notice(bos).waitFor()
    expect(await notice(bos).getByRole('button').count()).toBe(0)
    expect(
      await conversations(bos)
        .getByRole('link', { name: /expedition/ })
        .count(),
    ).toBe(0)
    expect(
      await conversations(bos)
        .getByRole('link', { name: /provisions/ })
        .count(),
    ).toBe(0)
    await bos.getByRole('main').getByRole('link', { name: 'All topics' }).click()
    await bos.getByRole('link', { name: 'provisions' }).click()
    await bos.getByRole('heading', { level: 1, name: 'provisions' }).waitFor()
    await pemmican(bos).waitFor()
    await go(bos, '#narrow/search/pemmican')
    await bos.getByRole('main').getByRole('link', { name: 'expedition' }).waitFor()
    await bos.keyboard.press('Control+k')
    await bos.keyboard.type('expedi')
    await bos.getByRole('option', { name: /^expedition.*Archived stream/ }).click()
    await notice(bos).waitFor()

    // It is not offered to write to, and has no settings.
    await go(bos, '#streams/all')
    await bos.getByRole('link', { name: 'Open harbor' }).waitFor()
    expect(await bos.getByRole('link', { name: 'expedition' }).count()).toBe(0)
    await go(bos, `#streams/${id}/expedition`)
    await bos.getByRole('heading', { level: 1, name: 'expedition' }).waitFor()
    await bos.getByRole('link', { name: 'Back to archived streams' }).waitFor()

    await notice(adas).getByRole('button', { name: 'Restore' }).click()
    await notice(adas).waitFor({ state: 'detached' })
    await conversations(adas).getByRole('link', { name: 'expedition' }).first().waitFor()
    await conversations(bos).getByRole('link', { name: 'expedition' }).first().waitFor()
  })
})
