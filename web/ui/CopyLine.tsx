import { useEffect, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { Button } from './Button.tsx'
import { errorToast, toast } from './toasts.ts'

type Named = { what: 'link' | 'token' | 'key'; name: string }

/** A link, token or key with a Copy button, which says Copied for two seconds. */
export function CopyLine({
  link,
  what = 'link',
  name = 'Card link',
}: { link: string } & Partial<Named>) {
  const { result, copy } = useCopy(link, { what, name })
  return (
    <div>
      <div className="copy-line">
        <span className={what === 'key' ? 'copy-key' : 'clipped'} title={link}>
          {link.replace(/^https?:\/\//, '')}
        </span>
        <Button kind="ghost" size="small" onClick={copy}>
          <Icon name={result === 'copied' ? 'check' : 'copy'} size={16} />
          {result === 'copied' ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {result === 'failed' && <p className="field-error">{byHand(what)}</p>}
    </div>
  )
}

const saidFor = 2000
const titles = { link: 'Link copied', token: 'Token copied', key: 'Key copied' } as const

function byHand(what: Named['what']): string {
  return `Your browser blocked copying. Select the ${what} and copy it manually.`
}

function useCopy(text: string, { what, name }: Named) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimeout(() => setResult(undefined), saidFor)
    return () => clearTimeout(timer)
  }, [result])
  const write = async () => {
    // Without https there is no `navigator.clipboard`.
    await navigator.clipboard.writeText(text)
    setResult('copied')
    toast(titles[what], `${name} has been copied to clipboard.`)
  }
  const copy = () =>
    void write().catch(() => {
      setResult('failed')
      errorToast('Copy failed', byHand(what))
    })
  return { result, copy }
}
