import { webhookAddress } from '../../../../src/web/screens/settings/bots/webhook-address'

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

  it('says no more than was chosen', () => {
    expect(webhookAddress('https://chat.example.com', choices)).toBe(start)
    // Who reads privately has no topics.
    expect(webhookAddress('https://chat.example.com', { ...choices, topic: 'x' })).toBe(start)
  })

  it('names stream, topic, events that are left out, and options', () => {
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
