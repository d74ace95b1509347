import type { Locator } from 'playwright-core'
import { untilHolds } from '../../support/until'

/** Waits until an element has the focus, also one of a screen that is not drawn yet. */
export async function expectFocus(target: Locator): Promise<void> {
  await target.and(target.page().locator(':focus')).waitFor()
}

/** Waits until a field has a value; the page may draw the field anew meanwhile. */
export async function expectValue(field: Locator, value: string): Promise<void> {
  await untilHolds(`a field has the value ${JSON.stringify(value)}`, async () => {
    return (await field.inputValue()) === value
  })
}

/**
 * Waits until the page has none of these elements; the ones of before may still be there. It is no check that a toast,
 * which disappears by itself, was not shown.
 */
export async function expectNone(elements: Locator): Promise<void> {
  await untilHolds(`there is no ${String(elements)}`, async () => (await elements.count()) === 0)
}
