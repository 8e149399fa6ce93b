import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useUser } from '../../accounts/data/session.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { Brand } from '../../shell/Brand.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Link } from '../../ui/Button.tsx'
import { type DefinitionName, definitions } from '../../ui/charts/DefinitionLink.tsx'
import { countingDefinitions } from './counting.tsx'
import { retentionDefinitions } from './retention.tsx'

/** Definitions of all figures, each with an anchor; public. */
export function DefinitionsPage() {
  const { user } = useUser()
  useArrival()
  return (
    <div className="page definitions-page">
      {user === null && (
        <a
          className="definitions-home"
          href="/"
          aria-label={t('{name}, home', { name: product.name })}
        >
          <Brand />
        </a>
      )}
      <PageHeader
        title={t('What the figures mean')}
        text={t(
          'How {name} counts, what it excludes, and how long it keeps data. These definitions apply on every screen, in every export and in the API.',
          { name: product.name },
        )}
      />
      <nav className="panel definitions-list" aria-label={t('On this page')}>
        <ol>
          {names.map((name) => (
            <li key={name}>
              <Link className="text-link" to={`#${name}`}>
                {definitions[name]}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      {names.map((name) => (
        <section key={name} className="definition" aria-labelledby={name}>
          <h2 id={name} tabIndex={-1}>
            {definitions[name]}
          </h2>
          {texts[name]}
        </section>
      ))}
    </div>
  )
}

// Object keys keep their insertion order.
const names = Object.keys(definitions).filter(isName)
const texts = { ...countingDefinitions, ...retentionDefinitions }

function isName(key: string): key is DefinitionName {
  return key in definitions
}

// The browser looks for the anchor before the page has rendered.
function useArrival() {
  const { hash } = useLocation()
  useEffect(() => {
    const heading = hash && document.getElementById(hash.slice(1))
    if (!heading) return
    heading.scrollIntoView()
    heading.focus({ preventScroll: true })
  }, [hash])
}
