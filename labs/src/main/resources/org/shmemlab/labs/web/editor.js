// The editor: CodeMirror with C++, in the colours of the page, and marks where a compiler says something.
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, drawSelection, highlightActiveLine, highlightActiveLineGutter } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting, bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { setDiagnostics, lintGutter, lintKeymap } from '@codemirror/lint';
import { cpp } from '@codemirror/lang-cpp';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.operatorKeyword], color: 'var(--o1)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--o2)' },
  { tag: [tags.string, tags.character], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--o3)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--quiet)' },
  { tag: tags.processingInstruction, color: 'var(--o5)' },
  { tag: tags.function(tags.variableName), color: 'var(--o0)' },
]);

const look = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--raised)', fontSize: '.875rem' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--quiet)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--link) 9%, transparent)' },
  '&.cm-focused': { outline: '2px solid var(--link)', outlineOffset: '-2px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--link) 30%, transparent)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--ground)', color: 'var(--text)', border: '1px solid var(--line)', maxWidth: 'min(40rem, 90vw)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
});

// From the place to the end of the word that begins there, or what stands before it at the end of a line; a whole line
// where only that is known.
const range = (doc, mark) => {
  const line = doc.line(Math.min(Math.max(mark.line, 1), doc.lines));
  if (!mark.column) {
    const indent = line.text.length - line.text.trimStart().length;
    return [line.from + indent, line.to];
  }
  const from = Math.min(line.from + mark.column - 1, line.to);
  const word = /^(\w+|\W)/.exec(line.text.slice(from - line.from));
  return word ? [from, from + word[0].length] : [Math.max(line.from, from - 1), from];
};

/** Makes an editor; changed receives each new text, run is called at Ctrl and Enter. */
export const makeEditor = (parent, changed, run) => {
  const nonce = document.querySelector('script[nonce]').nonce;
  const extensions = [
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({ 'aria-label': 'Source of the program', tabindex: '0' }), EditorView.lineWrapping,
    lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(),
    bracketMatching(), indentOnInput(), indentUnit.of('  '), EditorState.tabSize.of(2),
    keymap.of([{ key: 'Mod-Enter', run: () => { run(); return true; } }, indentWithTab, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
    cpp(), syntaxHighlighting(colours), look,
    EditorView.updateListener.of((update) => { if (update.docChanged) changed(update.state.doc.toString()); }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: '', extensions }) });
  const reveal = (place, y = 'start') => view.dispatch({ effects: EditorView.scrollIntoView(place, { y, yMargin: 30 }) });
  return {
    text: () => view.state.doc.toString(),
    // Another lab: nothing of the one before can come back.
    show: (text) => {
      view.setState(EditorState.create({ doc: text, extensions }));
      const place = text.indexOf('Your code here'); // else what the task is about: the first kernel
      reveal(place < 0 ? Math.max(text.indexOf('__global__'), 0) : place);
    },
    // Another text for the same lab: undo brings the one before back.
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    mark: (marks) => {
      const diagnostics = marks.filter((mark) => mark.line > 0).map((mark) => {
        const [from, to] = range(view.state.doc, mark);
        return { from, to, severity: mark.error ? 'error' : 'warning', message: mark.text };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
      if (diagnostics.length) reveal(Math.min(...diagnostics.map((one) => one.from)), 'center');
    },
  };
};
