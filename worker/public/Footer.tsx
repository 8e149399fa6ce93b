/** The footer of every public page. */
import type { Site } from './html-document.tsx'

export function Footer({ site: { product, words } }: { site: Site }) {
  return (
    <footer className="bc-foot">
      {words.poweredBy} <a href="/">{product}</a> ·{' '}
      <a href="/privacy" hrefLang={words.language === 'en' ? undefined : 'en'}>
        {words.privacy}
      </a>
    </footer>
  )
}
