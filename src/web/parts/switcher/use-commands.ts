import { useApp } from '../../context/app'
import { colorSchemes } from '../../data/theme/remembered-theme'
import { changeSettings } from '../../data/api/call'
import { mayInvite } from '../../data/people/may-invite'
import type { Composer } from '../../data/send/composer'
import { pauses } from '../../data/notifications/pause'
import * as t from '../../texts/catalog'
import { usePause } from '../pause/use-pause'

/** An act that the switcher offers by its name. */
export interface Command {
  /** Unique among all commands. */
  readonly id: string
  readonly name: string
  run(): void
}

/** The commands that are possible now. */
export function useCommands(): readonly Command[] {
  return [
    ...usePauseCommands(),
    ...useSettingCommands(),
    ...useStreamCommands(),
    ...useOwnCommands(),
  ]
}

function usePauseCommands(): Command[] {
  const { end, begin, resume } = usePause()
  const begins = pauses.map((pause) => ({
    id: `pause/${pause}`,
    name: t.pause.commands[pause],
    run: () => void begin(pause),
  }))
  const ends = { id: 'resume', name: t.pause.resume, run: () => void resume() }
  return end === undefined ? begins : [ends, ...begins]
}

function useSettingCommands(): Command[] {
  const { toasts } = useApp()
  const set = (settings: Readonly<Record<string, unknown>>) => () =>
    void changeSettings('PATCH /settings', settings).catch((error: unknown) =>
      toasts.fail(t.yourMenu.notSaved, error),
    )
  return [
    ...(['automatic', 'light', 'dark'] as const).map((scheme) => ({
      id: `theme/${scheme}`,
      name: t.commands.theme(t.yourMenu.themes[scheme]),
      run: set({ color_scheme: colorSchemes[scheme] }),
    })),
    ...[false, true].map((is24Hour) => ({
      id: `clock/${is24Hour}`,
      name: is24Hour ? t.commands.clock24 : t.commands.clock12,
      run: set({ twenty_four_hour_time: is24Hour }),
    })),
  ]
}

/** Commands about the open stream, and new topics in all subscribed ones. */
function useStreamCommands(): Command[] {
  const { store, navigation, reads, toasts } = useApp()
  const write = useWriting()
  const place = navigation.route.value
  const openId =
    place.view === 'narrow'
      ? place.narrow.find(({ operator, negated }) => operator === 'channel' && !negated)?.operand
      : undefined
  const subscriptions = store.read('subscriptions')
  const open = subscriptions.find(({ stream_id: id }) => id === openId)
  const markRead = (streamId: number) => () =>
    void reads
      .markNarrow([{ operator: 'channel', operand: streamId }])
      .catch((error: unknown) => toasts.fail(t.commands.notMarked, error))
  return [
    ...(open
      ? [
          {
            id: 'mark-read',
            name: t.commands.markRead(open.name),
            run: markRead(open.stream_id),
          },
        ]
      : []),
    ...subscriptions.map(({ stream_id: streamId, name }) => ({
      id: `new-topic/${streamId}`,
      name: t.compose.newTopicIn(name),
      run: () => write((compose) => compose.newTopic(streamId)),
    })),
  ]
}

/** Opens the compose box, which the settings areas do not have. */
function useWriting(): (act: (compose: Composer) => void) => void {
  const { navigation, writing } = useApp()
  return (act) => {
    if ('path' in navigation.route.peek()) navigation.go({ view: 'inbox' })
    const compose = writing.peek()?.compose
    if (compose) act(compose)
  }
}

function useOwnCommands(): Command[] {
  const app = useApp()
  const { overlays, navigation } = app
  const write = useWriting()
  return [
    { id: 'status', name: t.yourMenu.setStatus, run: () => overlays.show({ kind: 'status' }) },
    {
      id: 'new-private',
      name: t.compose.newPrivate,
      run: () => write((compose) => compose.newPrivate()),
    },
    ...(mayInvite(app)
      ? [
          {
            id: 'invite',
            name: t.yourMenu.invite,
            run: () => navigation.go({ view: 'organization', path: ['invitations', 'new'] }),
          },
        ]
      : []),
  ]
}
