import { useRef } from 'react'
import { Icon } from '../../../../card/Icon.tsx'
import type { User } from '../../../../schema/user.ts'
import { useAttempt } from '../../../shell/useAttempt.ts'
import { Button } from '../../../ui/Button.tsx'
import { useBatch } from './batch.ts'

// Fetched with the page's first file.
const review = () => import('./review.ts')

/** Chooses a file; it is reviewed before anything is sent. */
export function BatchUpload({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null)
  const { news } = useBatch(user.id)
  const { attempt, busy, failure } = useAttempt('Error', 'The file could not be opened.')
  const choose = (file: File | undefined) => {
    if (file) void attempt(async () => (await review()).readBatch(user, file))
    // The same file, corrected, must be another choice.
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept=".csv,.xlsx,.xls"
        aria-label="File with users"
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Button
        busy={(busy || news?.kind === 'reading') && 'Reading...'}
        onClick={() => input.current?.click()}
      >
        <Icon name="upload" size={18} />
        Batch Upload
      </Button>
      {failure && <p className="field-error">{failure}</p>}
    </>
  )
}
