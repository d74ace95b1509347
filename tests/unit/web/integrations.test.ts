import { integrations } from '../../../src/server/api/integrations'
import { integrationGuides } from '../../../src/web/texts/catalog'

describe('the guides of integrations in the web app', () => {
  it('exist for the integrations of the server, and for no other', () => {
    expect(Object.keys(integrationGuides).sort()).toEqual(integrations.map(({ name }) => name))
  })

  it.each(Object.entries(integrationGuides))('describe %s and the steps to it', (_name, guide) => {
    expect(guide.about).not.toBe('')
    expect(guide.steps.length).toBeGreaterThan(1)
    expect(guide.steps).not.toContain('')
  })
})
