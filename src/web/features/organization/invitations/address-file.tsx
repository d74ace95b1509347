import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import * as t from '../../../texts/catalog'
import { mostAddresses, readAddresses } from './read-addresses'

/** A file of this size has many times {@link mostAddresses}. */
const mostBytes = 4 * 1024 * 1024

/** Button that adds the addresses of a CSV file to a field, and says how many. */
export function AddressFile({ onRead }: { onRead: (addresses: readonly string[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const outcome = useSignal('')

  async function read(file: File): Promise<void> {
    const addresses = file.size > mostBytes ? undefined : readAddresses(await file.text())
    if (addresses === undefined || addresses.length > mostAddresses) {
      outcome.value = t.inviteFile.tooMany(mostAddresses)
    } else {
      onRead(addresses)
      outcome.value = t.inviteFile.added(addresses.length)
    }
  }

  return (
    <p>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        {t.inviteFile.choose}
      </button>{' '}
      <span role="status">{outcome.value}</span>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hidden
        aria-label={t.inviteFile.choose}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // The same file can be chosen again.
          event.currentTarget.value = ''
          if (file) void read(file)
        }}
      />
    </p>
  )
}
