import { integrations } from '../../../src/server/api/integrations'
import { integrationGuides } from '../../../src/web/texts/catalog'

describe('the guides of integrations in the web app', () => {
  it('exist for the integrations that bring no steps themselves, and for no other', () => {
    const without = integrations.filter(({ steps }) => steps === undefined)
    expect(Object.keys(integrationGuides).sort()).toEqual(without.map(({ name }) => name))
  })

  it.each(Object.entries(integrationGuides))('describe %s and the steps to it', (_name, guide) => {
    expect(guide.about).not.toBe('')
    expect(guide.steps.length).toBeGreaterThan(1)
    expect(guide.steps).not.toContain('')
  })
})
