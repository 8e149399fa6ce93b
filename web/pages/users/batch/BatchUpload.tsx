import { useRef } from 'react'
import { Icon } from '../../../../card/Icon.tsx'
import type { User } from '../../../../schema/user.ts'
import { Button } from '../../../ui/Button.tsx'
import { readBatch, useBatch } from './batch.ts'

/** Chooses a file; it is reviewed before anything is sent. */
export function BatchUpload({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null)
  const { news } = useBatch(user.id)
  const choose = (file: File | undefined) => {
    if (file) void readBatch(user, file)
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
        busy={news?.kind === 'reading' && 'Reading...'}
        onClick={() => input.current?.click()}
      >
        <Icon name="upload" size={18} />
        Batch Upload
      </Button>
    </>
  )
}
