/*
 * Lazy chunk, loaded after the first screen: writing, dialogs, menus, the rarer screens. It is one file, because
 * many small files would cost more bytes and time than they save.
 * `lazy` (ui/lazy/lazy.tsx) renders the components by these names; data/send/fetch-writing.ts calls `createWriting`, and main.tsx
 * `openKept`.
 */
export { Announcements } from './features/feed/announcements'
export { Compose } from './ui/compose/compose'
export { ConnectionStatus } from './features/frame/connection-status'
export { Drawer } from './ui/drawer/drawer'
export { FeedTools } from './features/feed/feed-tools'
export { EditMessage } from './ui/edit-message/edit-message'
export { KeyboardHelp } from './ui/keyboard-help/keyboard-help'
export { MessageKeys } from './ui/message-keys/message-keys'
export { Nothing, UnknownStream } from './features/feed/empty-feed'
export { NewestLine } from './features/inbox/newest-line'
export { OverlayLayer } from './ui/overlays/overlay-layer'
export { People } from './ui/people/people'
export { PendingMessages } from './ui/compose/pending-messages'
export { PollWidget } from './ui/widgets/poll-widget'
export { SearchBox } from './ui/search/search-box'
export { StreamMenu } from './ui/sidebar/stream-menu'
export { TodoWidget } from './ui/widgets/todo-widget'
export { Uppermost } from './features/feed/uppermost'
export { Wayfinding } from './features/frame/wayfinding'
export { YourMenu } from './features/frame/your-menu'
export { createWriting } from './data/send/writing'
export { openKept } from './data/offline/open-kept'
export { DraftsScreen } from './features/drafts/drafts-screen'
export { RecentScreen } from './features/recent/recent-screen'
export { ScheduledScreen } from './features/scheduled/scheduled-screen'
export { TopicsScreen } from './features/topics/topics-screen'
