import { signal } from '@preact/signals-core'
import type { Navigation } from '../../../src/web/data/navigation/navigation'
import { createStreamOpener } from '../../../src/web/data/conversations/open-stream'
import type { StreamOpenerOptions } from '../../../src/web/data/conversations/open-stream'
import { partOf } from '../../support/stand-ins'

type Route = Navigation['route']['value']

describe('A stream whose newest topic the server names', () => {
  function open() {
    const route = signal<Route>(partOf<Route>({ view: 'inbox' }))
    let answer: (topic: { name: string; max_id: number }) => void = () => undefined
    const navigation = partOf<Navigation>({
      route,
      hrefOf: (to: Route) => JSON.stringify(to),
      go: (to: Route) => (route.value = to),
    })
    const opener = createStreamOpener(
      partOf<StreamOpenerOptions>({
        store: { read: () => ({}), stream: () => undefined, isTopicMuted: () => false },
        topics: { newest: () => new Promise((resolve) => (answer = resolve)) },
        navigation,
        toasts: {},
        unreadConversations: { ofStream: () => signal([]) },
        folds: {},
      }),
    )
    return { route, opener, answer: (name: string) => answer({ name, max_id: 1 }) }
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

  it('stays closed if the reader has gone elsewhere meanwhile', async () => {
    const { route, opener, answer } = open()
    const opened = opener.open(7)
    route.value = partOf<Route>({ view: 'recent' })
    answer('news')
    await opened
    expect(route.value).toEqual({ view: 'recent' })
  })
})
