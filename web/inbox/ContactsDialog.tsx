import { useState } from 'react'
import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import type { Card } from '../../schema/cards/card.ts'
import {
  ContactExport,
  type ContactFormat,
  contactFormats,
  programNames,
} from '../../schema/inbox/inbox.ts'
import { download, IgnoredBody, request } from '../api.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { downloadFile } from '../ui/download-file.ts'
import { SelectField } from '../ui/Fields.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { dayAfter } from './entry-text.tsx'

const programs = contactFormats.map((value) => ({ value, label: programNames[value] }))

/** Downloads a card's contacts, all or only new ones, in the import format of another program. */
export function ContactsDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const { exports = [] } = useContactExports(card.id)
  const [program, setProgram] = useState<ContactFormat>('hubspot')
  const [isDone, setDone] = useState(false)
  const { attempt, busy, failure } = useSubmit(t('Export failed'))
  const last = exports.find(({ format }) => format === program)
  const hasNew = last?.exportedAt && last.newEntries > 0
  const run = (after: number | null) =>
    void attempt(async () => {
      setDone(false)
      const file = await downloadContacts(card.id, { format: program, after })
      downloadFile(file, `${card.slug}-${program}-${dayAfter(0)}.csv`)
      setDone(true)
    })
  return (
    <Dialog title={t('Export contacts')} width="narrow" onClose={onClose}>
      <div className="dialog-body stack" data-gap="3">
        <SelectField
          label={t('Program')}
          hint={t('The file has exactly the columns that its import expects.')}
          options={programs}
          value={program}
          onChange={(chosen) => {
            setProgram(chosen)
            setDone(false)
          }}
        />
        {last?.exportedAt && (
          <p>
            {t('Last export for {name}: {time}.', {
              name: programNames[last.format],
              time: formatTimeInSentence(last.exportedAt),
            })}{' '}
            {t(
              '{count, plural, =0 {Nothing is new since then.} one {# contact is new since then.} other {# contacts are new since then.}}',
              { count: last.newEntries },
            )}
          </p>
        )}
        <FailureNote title={t('Export failed')} message={failure} />
        {isDone && <Note kind="ok">{t('Downloaded.')}</Note>}
      </div>
      <footer className="dialog-foot">
        <Button
          kind={hasNew ? 'secondary' : 'primary'}
          busy={busy && t('Exporting...')}
          onClick={() => run(null)}
          icon="download"
        >
          {t('Export all')}
        </Button>
        {hasNew && (
          <Button kind="primary" onClick={() => run(last.lastEntry)}>
            {t('Export new')}
          </Button>
        )}
      </footer>
    </Dialog>
  )
}

const exportsPath = (cardId: number) => `/api/business-cards/${cardId}/contact-exports`

/** The user's last export of the card's contacts for each program; undefined while loading. */
function useContactExports(cardId: number) {
  const { data, error } = useSWR(exportsPath(cardId), (key) => request(key, z.array(ContactExport)))
  return { exports: data, error }
}

/**
 * Downloads the card's contacts in this format: all, or only those after an entry. The last exported entry is recorded
 * once the file is complete, so that the next export misses none.
 */
async function downloadContacts(
  cardId: number,
  { format, after }: { format: ContactFormat; after: number | null },
): Promise<Blob> {
  const query = new URLSearchParams({ format, ...(after !== null && { after: `${after}` }) })
  const { signal } = new AbortController()
  const path = `/api/business-cards/${cardId}/contacts.csv?${query}`
  const { file, header } = await download(path, { signal, onBytes: () => {} })
  const body = { lastEntry: Number(header('X-Last-Entry')) }
  await request(`${exportsPath(cardId)}/${format}`, IgnoredBody, { method: 'PUT', body })
  await mutate(exportsPath(cardId))
  return file
}
