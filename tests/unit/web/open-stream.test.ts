import { signal } from '@preact/signals-core'
import type { Navigation } from '../../../src/web/data/navigation/navigation'
import { createStreamOpener } from '../../../src/web/data/conversations/open-stream'
import type { StreamOpenerOptions } from '../../../src/web/data/conversations/open-stream'

type Route = Navigation['route']['value']

describe('A stream whose newest topic the server names', () => {
  function open() {
    const route = signal<Route>({ view: 'inbox' } as Route)
    let answer: (topic: { name: string }) => void = () => undefined
    const navigation = {
      route,
      hrefOf: (to: Route) => JSON.stringify(to),
      go: (to: Route) => (route.value = to),
    } as unknown as Navigation
    const opener = createStreamOpener({
      store: { read: () => ({}), stream: () => undefined, isTopicMuted: () => false },
      topics: { newest: () => new Promise((resolve) => (answer = resolve)) },
      navigation,
      toasts: {},
      unreadConversations: { ofStream: () => signal([]) },
      folds: {},
    } as unknown as StreamOpenerOptions)
    return { route, opener, answer: (name: string) => answer({ name }) }
  }

  it('opens', async () => {
    const { route, opener, answer } = open()
    const opened = opener.open(7)
    answer('news')
    await opened
    expect(route.value).toMatchObject({
      view: 'narrow',
      narrow: [{ operand: 7 }, { operand: 'news' }],
    })
  })

  it('takes nobody away who has gone elsewhere meanwhile', async () => {
    const { route, opener, answer } = open()
    const opened = opener.open(7)
    route.value = { view: 'recent' } as Route
    answer('news')
    await opened
    expect(route.value).toEqual({ view: 'recent' })
  })
})
