import type { Locator, Page } from 'playwright-core'

/** Presses a key until the target has the focus; 150 times at most. */
export async function pressUntil(key: string, target: Locator): Promise<void> {
  const page = target.page()
  await target.waitFor()
  for (let presses = 0; presses < 150; presses++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reached ${String(target)}`)
}

export const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement)

export const sectionLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings sections' })

/** Opens a section of a settings area by its hash. */
export async function goToSection(page: Page, address: string, title: string): Promise<Locator> {
  await page.evaluate((to) => (location.hash = to), address)
  return sectionOf(page, title)
}

/** Waits for a section. @returns its region */
export async function sectionOf(page: Page, title: string): Promise<Locator> {
  const section = page.getByRole('main').getByRole('region', { name: title, exact: true })
  await section.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
  return section
}
