/*
 * Lazy chunk, loaded after the first screen: writing, dialogs, menus, the rarer screens. It is one file, because
 * many small files would cost more bytes and time than they save.
 * `lazy` (parts/lazy/lazy.tsx) renders the components by these names; send/fetch-writing.ts calls `createWriting`.
 */
export { Compose } from './parts/compose/compose'
export { EditMessage } from './parts/edit-message/edit-message'
export { KeyboardHelp } from './parts/keyboard-help/keyboard-help'
export { MessageKeys } from './parts/message-keys/message-keys'
export { Nothing, UnknownStream } from './screens/feed/nothing'
export { OverlayLayer } from './parts/overlays/overlay-layer'
export { People } from './parts/people/people'
export { PendingMessages } from './parts/compose/pending-messages'
export { PollWidget } from './parts/widgets/poll-widget'
export { SearchBox } from './parts/search/search-box'
export { StreamMenu } from './parts/sidebar/stream-menu'
export { TodoWidget } from './parts/widgets/todo-widget'
export { TopicMenu } from './parts/topic-menu/topic-menu'
export { YourMenu } from './screens/frame/your-menu'
export { createWriting } from './send/writing'
export { DraftsScreen } from './screens/drafts/drafts-screen'
export { RecentScreen } from './screens/recent/recent-screen'
