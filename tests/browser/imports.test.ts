import { sketchOrganization } from '../support/archives/organization'
import { slackExport } from '../support/archives/slack-export'
import { zipOf } from '../support/archives/zip'
import { expectSuccess } from '../support/expectations'
import { findBarriers } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { expectFocus, expectNone } from './support/waits'

describeInBrowser('The import of an archive', () => {
  const { server, windows } = useServerAndBrowser()

  it('shows a trial run, the import and its report in all tabs; a second one can be canceled', async () => {
    const file = {
      name: 'team.zip',
      mimeType: 'application/zip',
      buffer: zipOf(slackExport(sketchOrganization())),
    }
    const owner = await server.user('olga')
    expectSuccess(await server.owner.patch(`/users/${owner.id}`, { role: 100 }))
    const page = await windows.openAs(owner, { path: '/#organization/import' })
    const other = await windows.openAs(owner, { path: '/#organization/import' })
    await other.getByRole('button', { name: 'Check archive' }).waitFor()

    await page.getByRole('button', { name: 'Check archive' }).click()
    await page.getByRole('alert').waitFor()
    const card = page.getByRole('region', { name: 'team.zip' })
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByRole('button', { name: 'Check archive' }).press('Enter')
    const start = page.getByRole('button', { name: 'Start import' })
    await start.waitFor()
    // The form that had the focus is hidden.
    const heading = card.getByRole('heading', { name: 'team.zip' })
    await expectFocus(heading)
    await other.getByRole('button', { name: 'Start import' }).waitFor()
    await card.getByRole('status').getByText('Ready to start').waitFor()
    await card.getByRole('row', { name: /^Messages [1-9]/ }).waitFor()
    expect(await findBarriers(page)).toEqual([])

    await start.click()
    for (const tab of [page, other]) {
      await tab
        .getByRole('region', { name: 'team.zip' })
        .getByText('Imported', { exact: true })
        .waitFor()
    }
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('link', { name: 'Download report' }).click(),
    ])
    expect(report.suggestedFilename()).toMatch(/^import-\d+\.json$/)
    expect(await report.failure()).toBeNull()
    expect(await findBarriers(page)).toEqual([])

    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByRole('button', { name: 'Check archive' }).click()
    await start.waitFor()
    await other.getByRole('button', { name: 'Cancel import' }).click()
    const question = other.getByRole('dialog', { name: 'Cancel this import?' })
    await question.getByRole('button', { name: 'Cancel import' }).click()
    await page.getByRole('cell', { name: 'Canceled' }).waitFor()
    await page.getByRole('heading', { name: 'Earlier imports' }).waitFor()
    await page.getByRole('button', { name: 'Check archive' }).waitFor()
    // The card of the import tells the outcome; nothing was saved.
    expect(await page.getByText('Saved', { exact: true }).count()).toBe(0)
  })

  it('says below the form why an archive was refused', async () => {
    const owner = await server.user('otto')
    expectSuccess(await server.owner.patch(`/users/${owner.id}`, { role: 100 }))
    const page = await windows.openAs(owner, { path: '/#organization/import' })
    const whole = zipOf(slackExport(sketchOrganization()))
    const buffer = whole.subarray(0, whole.length - 100)
    const file = { name: 'cut.zip', mimeType: 'application/zip', buffer }
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await page.getByRole('button', { name: 'Check archive' }).click()
    const card = page.getByRole('region', { name: 'cut.zip' })
    await card.getByText(/^The archive is damaged or no zip file: its end is missing/).waitFor()
    await card.getByRole('status').getByText('Failed').waitFor()
    await page.getByRole('button', { name: 'Check archive' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('is for owners', async () => {
    const admin = await server.user('admin', 'administrator')
    const page = await windows.openAs(admin, { path: '/#organization/exports' })
    await page.getByRole('button', { name: 'Request export' }).waitFor()
    await expectNone(page.getByRole('link', { name: 'Import', exact: true }))
  })
})
