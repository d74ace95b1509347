import { resolutionOf } from '../../../src/services/messages/resolution'

const long = 'x'.repeat(60)

describe('a change of a topic', () => {
  it.each([
    ['deploy', '✔ deploy', 'resolved'],
    ['✔ deploy', 'deploy', 'unresolved'],
    ['✔ ✔ deploy', 'deploy', 'unresolved'],
    // There was no room for all of it.
    [long, `✔ ${long.slice(2)}`, 'resolved'],
    // The end of the name was lost when it was resolved.
    [`✔ ${long.slice(2)}`, long.slice(2), 'unresolved'],
  ])('from %s to %s says that it is %s', (before, after, resolution) => {
    expect(resolutionOf(before, after)).toBe(resolution)
  })

  it.each([
    ['deploy', 'deployment'],
    ['✔ deploy', '✔ deployment'],
    ['deployment', '✔ deploy'],
    ['✔ deployment', 'deploy'],
    ['✔ deploy', 'deployment'],
    ['deploy', '✔ lunch'],
    ['✔', 'deploy'],
  ])('from %s to %s says more than that', (before, after) => {
    expect(resolutionOf(before, after)).toBeUndefined()
  })
})
