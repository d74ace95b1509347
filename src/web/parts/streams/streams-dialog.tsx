import { useSignal } from '@preact/signals'
import * as t from '../../i18n/en'
import { Dialog } from '../dialog/dialog'
import { AllStreams } from './all-streams'
import { CreateStream } from './create-stream'

/** All streams that the reader may know of, to join and to leave; and a form that makes another. */
export function StreamsDialog({ onClose }: { onClose: () => void }) {
  const isCreating = useSignal(false)
  return (
    <Dialog
      title={isCreating.value ? t.streams.create : t.streams.title}
      onClose={onClose}
      keepsOnClickBeside={isCreating.value}
    >
      {isCreating.value ? (
        <CreateStream onBack={() => (isCreating.value = false)} onCreated={onClose} />
      ) : (
        <AllStreams onCreate={() => (isCreating.value = true)} />
      )}
    </Dialog>
  )
}
