import { expectSuccess } from '../support/expectations'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

describeInBrowser('Finding', () => {
  const { server, windows } = useServerAndBrowser()

  it('accepts the suggested person for part of a name', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    await server.stream('ops', { subscribers: [ada, bo] })
    await bo.send('ops', 'deploys', '# Plan\n\nIt is deployed')
    const page = await windows.openAs(ada)
    const main = page.getByRole('main')
    const search = page.getByRole('searchbox', { name: 'Search' })

    await search.fill('fro')
    await page.getByRole('option', { name: 'from: Messages by a person' }).waitFor()
    await search.fill('deployed from:bo')
    await page.getByRole('option', { name: /^from:bo@/ }).waitFor()
    await search.press('Enter')
    await main.getByRole('article').getByText(/It is/).waitFor()
    expect(new URL(page.url()).hash).toBe(`#narrow/sender/${bo.id}/search/deployed`)
    // Headings in messages start at level 3, so the screen has one heading of level 1.
    expect(await main.getByRole('heading', { level: 1 }).count()).toBe(1)
    await main.getByRole('heading', { level: 3, name: 'Plan' }).waitFor()

    // The field shows the operators that it offers.
    await page.waitForFunction(
      (email) =>
        document.querySelector<HTMLInputElement>('[type=search]')?.value ===
        `from:${email} deployed`,
      bo.email,
    )

    await page.goto(`/#narrow/mentions/${bo.id}`)
    await main.getByText('No messages found.').waitFor()
  })

  it('by the filters of the sidebars clears them afterward', async () => {
    const [cy, dan] = await server.users('cy', 'dan')
    await server.stream('lab', { subscribers: [cy, dan] })
    await dan.send('lab', 'slides', 'hello')
    const page = await windows.openAs(cy)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

    await page.keyboard.press('q')
    await page.keyboard.type('slid')
    await page.keyboard.press('Enter')
    await heading('slides')
    await page.getByRole('link', { name: 'Inbox' }).waitFor()
    await page.keyboard.press('w')
    await page.keyboard.type('dan')
    await page.keyboard.press('Enter')
    await heading('Dan')
    // The page handles keys again.
    await page.keyboard.press('t')
    await heading('Recent conversations')
    // The list is complete.
    await page.getByRole('row').filter({ hasText: 'slides' }).waitFor()
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0)
  })

  it('shows the people of the conversation first, and their column can be closed', async () => {
    const [gia, hugo, ivo] = await server.users('gia', 'hugo', 'ivo')
    const { id } = await server.stream('garden', { subscribers: [gia, hugo, ivo] })
    await ivo.send('garden', 'roses', 'hello')
    await hugo.post('/users/me/status', { status_text: 'In the shed' })
    const page = await windows.openAs(gia, { path: `/#narrow/channel/${id}-garden/topic/roses` })
    const people = page.getByRole('complementary', { name: 'People' })
    const here = people.getByRole('list', { name: 'In this conversation' })
    await here.getByRole('link', { name: /^Ivo/ }).waitFor()
    expect(await here.getByRole('listitem').count()).toBe(1)
    expect(await people.getByRole('link', { name: /^Ivo/ }).count()).toBe(1)

    await people.getByRole('link', { name: /^Hugo/ }).click()
    await here.getByRole('link', { name: /^Hugo/ }).waitFor()
    await page.getByRole('main').getByText('In the shed').first().waitFor()
    await page.getByRole('button', { name: 'Options for this conversation' }).click()
    await page.getByRole('menuitem', { name: 'About Hugo' }).click()
    await page.getByRole('dialog', { name: /Hugo/ }).waitFor()
    await page.keyboard.press('Escape')

    await people.getByRole('button', { name: 'Close people' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Show people' }).click()
    await page.getByRole('button', { name: 'Keep people open' }).click()
    await people.getByRole('button', { name: 'Close people' }).waitFor()
  })

  it('among recent conversations omits archived streams; the unread count hides while hovered', async () => {
    const [eva, finn] = await server.users('eva', 'finn')
    const { id } = await server.stream('attic', { subscribers: [eva, finn] })
    await finn.send('attic', 'old chairs', 'hello')
    await finn.sendPrivately([eva.id], 'hello')
    const page = await windows.openAs(eva, { path: '/#recent' })
    const row = page.getByRole('row').filter({ hasText: 'old chairs' })
    await row.waitFor()
    const link = page.getByRole('navigation').getByRole('link', { name: 'attic, 2 unread' })
    const number = link.locator('[data-count]')
    await number.waitFor({ state: 'visible' })
    await link.hover()
    await number.waitFor({ state: 'hidden' })
    expectSuccess(await server.owner.delete(`/streams/${id}`))
    await row.waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'Finn' }).waitFor()
  })
})
