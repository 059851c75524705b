import { expect, it } from 'vitest'
import { changedNames } from '../../src/brief/facts/symbols.ts'

const symbolsOf = (...given: Parameters<typeof changedNames>) => changedNames(...given).symbols

it.each([
  ['a line for machines', 'min.js', `var oe=1;function ze(){}${';var ge=2,ke=3'.repeat(40)}\n`, []],
  ['short names', 'a.ts', 'const x = 1\nconst fn = () => x\nexport const tide = fn()\n', ['tide']],
  [
    'words of comments',
    'a.cpp',
    '// the class that is down\n/* a type to\n * keep */\nvoid readGauge(int at) {\n',
    ['readGauge'],
  ],
  [
    'words of a docstring',
    'a.py',
    'def read(at):\n    """\n    def of the tide\n    class that reads\n    """\n',
    ['read'],
  ],
  [
    'what is outermost first',
    'a.ts',
    'function read() {\n  const raw = 1\n}\nclass Gauge {\n  level() {\n  }\n}\n',
    ['read', 'Gauge', 'level', 'raw'],
  ],
  [
    'types of Go',
    'a.go',
    'type Tide int\n\ntype Gauge struct {\n}\n\nfunc (g *Gauge) Level() Tide {\n\tif len(g.all) > 0 {\n\tgo func() {\n',
    ['Tide', 'Gauge', 'Level'],
  ],
  ['settings', 'a.yml', '# the tide: today\ntide:\n  gauge: west\nport: 1\n', ['tide', 'port', 'gauge']],
  ['headings', 'a.md', '# Tide\n\nThe class that reads it:\n\n```js\nfunction read() {\n```\n', ['Tide']],
] as const)('a new file is about what it defines: %s', (_, path, text, expected) => {
  expect(symbolsOf(path, null, text)).toEqual(expected)
})

it('a change is about what its lines define, or the names they bring in', () => {
  expect(symbolsOf('a.py', 'STEP = 15\n', 'STEP = 20\n')).toEqual(['STEP'])
  expect(symbolsOf('a.ts', 'return read()', 'return readGauge(at)')).toEqual(['readGauge'])
  expect(symbolsOf('a.ts', 'wait(1_000)', 'wait(10_000, $TIDE_GAUGE, TIDE_GAUGE)')).toEqual(['TIDE_GAUGE'])
  expect(symbolsOf('a.py', 'read()', 'try:\n  pol = read()')).toEqual(['pol'])
  expect(symbolsOf('a.ts', 'function old() {\n}\n', '\n')).toEqual(['old'])
})
