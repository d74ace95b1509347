import { useApp } from '../../app/app'
import * as t from '../../texts/en'
import { Room } from '../settings/room'
import type { Section } from '../settings/section'
import { DefaultStreams } from './default-streams'
import { Folders } from './folders'
import { NewStream } from './new-stream'
import { AllStreams, ArchivedStreams, AvailableStreams, OwnStreams } from './stream-lists'
import { StreamRoom } from './stream-room'

/** Sections of the streams area: lists of streams, and settings for all streams. */
const sections: readonly Section[] = [
  { key: 'all', title: t.streamRooms.all, icon: 'hash', Component: AllStreams },
  { key: 'subscribed', title: t.streamRooms.subscribed, icon: 'check', Component: OwnStreams },
  { key: 'available', title: t.streamRooms.available, icon: 'plus', Component: AvailableStreams },
  { key: 'archived', title: t.streamRooms.archived, icon: 'archive', Component: ArchivedStreams },
  {
    key: 'new',
    title: t.streamRooms.create,
    icon: 'pencil',
    words: 'new add make',
    Component: NewStream,
    isFor: ({ store }) => store.read('can_create_streams'),
  },
  {
    key: 'folders',
    title: t.streamRooms.folders,
    icon: 'folder',
    Component: Folders,
    isFor: ({ store }) => store.read('is_admin'),
  },
  {
    key: 'defaults',
    title: t.streamRooms.defaults,
    icon: 'users',
    words: 'new people sign-up groups',
    Component: DefaultStreams,
    isFor: ({ store }) => store.read('is_admin'),
  },
]

/** Settings area of streams: `#streams/all`, `#streams/new`, `#streams/5/ops/subscribers`. */
export function StreamsScreen({ path }: { path: readonly string[] }) {
  useApp()
  const streamId = Number(path[0] ?? '')
  if (Number.isInteger(streamId) && streamId > 0) {
    return <StreamRoom key={streamId} streamId={streamId} path={path} />
  }
  return (
    <Room view="streams" path={path} sections={sections} navigationLabel={t.streamRooms.sections} />
  )
}
