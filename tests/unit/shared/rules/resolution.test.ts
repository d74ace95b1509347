import { resolutionOf, toggledTopic } from '../../../../src/shared/rules/topics'

const long = 'x'.repeat(60)

describe('a change of a topic', () => {
  it.each([
    ['deploy', '✔ deploy', 'resolved'],
    ['✔ deploy', 'deploy', 'unresolved'],
    ['✔ ✔ deploy', 'deploy', 'unresolved'],
    [long, `✔ ${long}`, 'resolved'],
    [`✔ ${long}`, long, 'unresolved'],
    // The prefix left no space for the whole name.
    [long, `✔ ${long.slice(2)}`, 'resolved'],
    // Resolving the topic had cut the end of its name.
    [`✔ ${long.slice(2)}`, long.slice(2), 'unresolved'],
  ])('from %s to %s counts as %s', (before, after, resolution) => {
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
  ])('from %s to %s is more than that', (before, after) => {
    expect(resolutionOf(before, after)).toBeUndefined()
  })

  it.each(['deploy', long, '😀'.repeat(60)])('resolves %s and gives its name back', (topic) => {
    expect(toggledTopic(toggledTopic(topic))).toBe(topic)
  })
})
