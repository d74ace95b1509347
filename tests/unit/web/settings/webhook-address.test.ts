import { webhookAddress } from '../../../../src/web/features/settings/bots/webhook-address'

const choices = {
  integration: 'github',
  apiKey: 'k'.repeat(32),
  streamId: undefined,
  topic: '',
  leftOut: [],
  options: {},
}

describe('The address of a webhook', () => {
  const start = `https://chat.example.com/api/v1/external/github?api_key=${choices.apiKey}`

  it('contains only the chosen parts', () => {
    expect(webhookAddress('https://chat.example.com', choices)).toBe(start)
    // Private messages have no topic.
    expect(webhookAddress('https://chat.example.com', { ...choices, topic: 'x' })).toBe(start)
  })

  it('contains stream, topic, excluded events and options', () => {
    const all = {
      ...choices,
      streamId: 7,
      topic: ' over the moon & back ',
      leftOut: ['Push Hook', 'star'],
      options: { branches: 'main,develop', other: ' ' },
    }
    const address = new URL(webhookAddress('https://chat.example.com', all))
    expect(Object.fromEntries(address.searchParams)).toEqual({
      api_key: choices.apiKey,
      stream: '7',
      topic: 'over the moon & back',
      exclude_events: '["Push Hook","star"]',
      branches: 'main,develop',
    })
    expect(address.href).not.toContain('+')
  })
})
