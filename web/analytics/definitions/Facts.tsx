/** A definition list. */
export function Facts({ facts }: { facts: [term: string, meaning: string][] }) {
  return (
    <dl className="stack definition-facts">
      {facts.map(([term, meaning]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
