import { findIntegration, integrations } from '../../../src/server/api/integrations'

describe('the list of integrations', () => {
  const names = integrations.map(({ name }) => name)

  it('has each name once, in order', () => {
    expect(names).toEqual([
      'alertmanager',
      'github',
      'gitlab',
      'grafana',
      'helloworld',
      'json',
      'slack_incoming',
    ])
    expect(names).toEqual([...new Set(names)].sort())
  })

  it('finds one by the name in the URL, and nothing else', () => {
    expect(findIntegration('github')?.messageClient).toBe('ZulipGitHubWebhook')
    for (const name of ['', 'index', 'constructor', '__proto__', 'HelloWorld']) {
      expect(findIntegration(name)).toBeUndefined()
    }
  })
})
