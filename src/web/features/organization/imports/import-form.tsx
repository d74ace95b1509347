import { useRef } from 'preact/hooks'
import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import { FieldFrame, SelectField, TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { uploadArchive } from './upload-archive'

/** Max size of the file of people, which is one argument of the call. */
const mostPeopleBytes = 1_000_000
const mib = 1024 * 1024

interface ImportFormProps {
  maxMib: number
  hasFolder: boolean
  onRequested: () => void
}

/** Form that requests an import: an upload, or a path on the server. */
export function ImportForm({ maxMib, hasFolder, onRequested }: ImportFormProps) {
  const chosen = useRef<HTMLInputElement>(null)
  const people = useRef<HTMLInputElement>(null)
  const form = useForm('organization/import', {
    from: maxMib > 0 ? 'upload' : 'server',
    file: '',
    path: '',
    people: '',
  })
  const isUpload = form.values.value.from === 'upload'

  async function request(): Promise<void> {
    const map = people.current?.files?.[0]
    if (map && map.size > mostPeopleBytes) throw new FieldRefusal('people', t.realmImports.tooLarge)
    const further = map ? { people: await map.text() } : {}
    if (!isUpload) {
      const { path } = form.values.peek()
      if (path === '') throw new FieldRefusal('path', t.form.required)
      await call('POST /import/realm', { path, ...further })
      onRequested()
      return
    }
    const file = chosen.current?.files?.[0]
    if (!file) throw new FieldRefusal('file', t.form.required)
    if (file.size > maxMib * mib) throw new FieldRefusal('file', t.realmImports.tooLarge)
    const answer = await call('POST /import/realm', {
      ...{ file_name: file.name, bytes: file.size },
      ...further,
    })
    const sent = uploadArchive(answer.import, file)
    onRequested()
    await sent
  }

  return (
    <Form
      form={form}
      label={t.realmImports.title}
      submit={t.realmImports.check}
      saved=""
      onSubmit={request}
      fieldOf={({ message }) => (/people/i.test(message) ? 'people' : isUpload ? 'file' : 'path')}
    >
      {hasFolder && maxMib > 0 && (
        <SelectField
          name="from"
          label={t.realmImports.from}
          choices={[
            { value: 'upload', label: t.realmImports.upload },
            { value: 'server', label: t.realmImports.onServer },
          ]}
        />
      )}
      {isUpload ? (
        <FieldFrame
          label={t.realmImports.file}
          hint={t.realmImports.fileHint(maxMib)}
          refusal={form.refusals.value['file']}
        >
          {(tie) => (
            <input
              ref={chosen}
              class="field"
              type="file"
              accept=".zip,.gz,.tgz,.archive,.json"
              {...tie}
            />
          )}
        </FieldFrame>
      ) : (
        <TextField
          name="path"
          label={t.realmImports.path}
          hint={t.realmImports.pathHint}
          maxLength={1000}
        />
      )}
      <FieldFrame
        label={t.realmImports.people}
        hint={t.realmImports.peopleHint}
        refusal={form.refusals.value['people']}
      >
        {(tie) => <input ref={people} class="field" type="file" accept=".csv,text/csv" {...tie} />}
      </FieldFrame>
    </Form>
  )
}
