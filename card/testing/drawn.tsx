/** Everything that the JSX of a page may hold, for the test that both ways of writing it make the same. */
import type { ReactNode } from 'react'
import { CardArticle } from '../Card.tsx'
import { Icon } from '../Icon.tsx'

export { CardArticle }

const rest = { rel: 'me', 'data-id': 7, hidden: undefined, tabIndex: -1 }

export function Everything({ text, on }: { text: string; on: boolean }) {
  const Name = on ? 'h1' : 'h2'
  return (
    <>
      Grüße · 🙂{[1, text, null, undefined, false, true, <b key="b">{0}</b>]}
      {/* Nothing. */}
      <a
        href="https://x.test/?a=1&b='2'"
        hidden={false}
        data-open={on}
        aria-hidden={false}
        title=""
      >
        &amp; &lt; it's "so"
        {text} and {'"quoted"'}{' '}
        {
          // Why it is there.
          on && <i>{text}</i>
        }
      </a>
      <a {...rest} href={text} className={on ? text : undefined}>
        <Icon name="mail" size={12} />
        <Icon name="mail" size={12} />
      </a>
      <Name className="n" dir="auto">
        {text}
        <wbr />
      </Name>
      <Box title={text} open note={<em>{text}</em>}>
        {[text, 'z'].map((word) => (
          <li key={word}>
            {word}
            <br />
          </li>
        ))}
      </Box>
      <Box title='"'>{text}</Box>
      <Box title="'">
        Words
        <b>bold</b> and more
      </Box>
      <Box title="" />
      <input tabIndex={-1} required maxLength={40} autoComplete="off" disabled={false} />
      <svg
        aria-hidden="true"
        strokeWidth={2}
        strokeLinecap="round"
        fillRule="evenodd"
        viewBox="0 0 1 1"
      >
        <path d="M0 0" />
      </svg>
      <output htmlFor="x" className="a b" />
      <img
        srcSet="/a.png 1x"
        src={on ? '/b.png' : undefined}
        alt=""
        decoding="async"
        loading="lazy"
      />
    </>
  )
}

function Box(props: { title: string; open?: boolean; note?: ReactNode; children?: ReactNode }) {
  return (
    <section title={props.title} data-open={props.open}>
      {props.note ?? 'nothing'}: {props.children}
    </section>
  )
}
