import { useApp } from '../../app'
import { lazy } from '../lazy/lazy'

const MessageMenu = lazy(() => import('../message-menu/message-menu').then((m) => m.MessageMenu))
const ReactionPicker = lazy(() =>
  import('../message-menu/reaction-picker').then((m) => m.ReactionPicker),
)
const PersonCard = lazy(() => import('../person-card/person-card').then((m) => m.PersonCard))
const HistoryDialog = lazy(() => import('../history/history-dialog').then((m) => m.HistoryDialog))
const SourceDialog = lazy(() => import('../history/source-dialog').then((m) => m.SourceDialog))
const ReceiptsDialog = lazy(() =>
  import('../receipts/receipts-dialog').then((m) => m.ReceiptsDialog),
)
const MoveDialog = lazy(() => import('../move-messages/move-dialog').then((m) => m.MoveDialog))
const DeleteDialog = lazy(() => import('../message-menu/delete-dialog').then((m) => m.DeleteDialog))
const Viewer = lazy(() => import('../viewer/viewer').then((m) => m.Viewer))

/** What is open over the page for a message or a person; it closes when the message goes. */
export function OverlayLayer() {
  const { overlays, messages } = useApp()
  const open = overlays.open.value
  if (!open) return null
  const { close } = overlays
  if (open.kind === 'person') {
    return (
      <PersonCard key={open.userId} userId={open.userId} anchor={open.anchor} onClose={close} />
    )
  }
  const message = messages.read(open.messageId)
  if (!message) return null
  const common = { key: message.id, message, onClose: close }
  switch (open.kind) {
    case 'actions':
      return <MessageMenu {...common} anchor={open.anchor} />
    case 'reaction':
      return <ReactionPicker {...common} anchor={open.anchor} />
    case 'history':
      return <HistoryDialog {...common} />
    case 'source':
      return <SourceDialog {...common} />
    case 'receipts':
      return <ReceiptsDialog {...common} />
    case 'move':
      return <MoveDialog {...common} />
    case 'delete':
      return <DeleteDialog {...common} />
    case 'picture':
      return <Viewer {...common} address={open.address} />
  }
}
