import { type ComponentProps, useEffect, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { Button } from './Button.tsx'
import { errorToast, toast } from './toasts.ts'

type Named = { what: 'link' | 'token' | 'key' | 'formula'; name: string }

/** A link, token, key or formula with a Copy button, which says Copied for two seconds. */
export function CopyLine({
  link,
  what = 'link',
  name = t('Card link'),
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
          {result === 'copied' ? t('Copied') : t('Copy')}
        </Button>
      </div>
      {result === 'failed' && <p className="field-error">{copyFailedText}</p>}
    </div>
  )
}

const copiedMs = 2000
const titles = {
  link: t('Link copied'),
  token: t('Token copied'),
  key: t('Key copied'),
  formula: t('Formula copied'),
} as const

const copyFailedText = t('Your browser blocked copying. Select the text and copy it manually.')

function useCopy(text: string, { what, name }: Named) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimeout(() => setResult(undefined), copiedMs)
    return () => clearTimeout(timer)
  }, [result])
  const write = async () => {
    // Throws without https, where there is no `navigator.clipboard`.
    await navigator.clipboard.writeText(text)
    setResult('copied')
    toast(titles[what], t('{name} has been copied to clipboard.', { name }))
  }
  const copy = () =>
    void write().catch(() => {
      setResult('failed')
      errorToast(t('Copy failed'), copyFailedText)
    })
  return { result, copy }
}

const shareFailedText = t('The link could not be shared. Copy it and send it yourself.')

/** Opens the device's share sheet; renders nothing if there is none. */
export function ShareButton({
  title,
  link,
  kind,
  size,
}: { title: string; link: string } & Pick<ComponentProps<typeof Button>, 'kind' | 'size'>) {
  const [failed, setFailed] = useState(false)
  if (!('share' in navigator)) return null
  const share = () =>
    void navigator.share({ title, url: link }).then(
      () => setFailed(false),
      (error) => {
        // Closing the sheet is not an error.
        if (error instanceof DOMException && error.name === 'AbortError') return
        setFailed(true)
        errorToast(t('Share failed'), shareFailedText)
      },
    )
  return (
    <>
      <Button kind={kind} size={size} onClick={share} icon="share">
        {t('Share')}
      </Button>
      {failed && <p className="field-error">{shareFailedText}</p>}
    </>
  )
}
