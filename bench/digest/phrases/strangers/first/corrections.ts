import type { Correction } from '../../phrase.ts'

export const FIRST_CORRECTIONS: readonly Correction[] = [
  ['{A} listens on {V}', 'correction, {A} is on {V}, not {B}'],
  ['the quota of {A} is {V}', 'I was wrong about {A}, the quota is {V}'],
  ['btw we run {A} at version {V}', 'they upgraded {A} last night, it is on {V} now'],
  ['the batch size of {A} is {V}', 'sorry, typo earlier: the batch size of {A} should read {V}'],
  ['the id of {A} is {V}', 'just looked it up, {A} has id {V}. {B} was the test account'],
  ['timeout on {A} is {V}', 'no, {V} is the timeout on {A}, I mixed that up'],
  ['the limit for {A} is {V}', 'ops raised the limit for {A} from {B} to {V} today'],
  ['{A} has build number {V}', 'actually the build number of {A} is {V}'],
  ['our contract with {A} has the number {V}', 'forget {B}, the new contract with {A} has the number {V}'],
  ['{A} läuft auf Port {V}', 'stimmt nicht, was ich vorhin sagte: {A} läuft auf Port {V}'],
  ['la limite de {A} est {V}', 'je me suis trompé, la limite de {A} est {V} et pas {B}'],
  ['el puerto de {A} es {V}', 'perdón, el puerto de {A} es {V}, no {B}'],
  ['{A} bezi na portu {V}', 'oprava, {A} bezi na portu {V}, ne {B}'],
  ['{A} 的端口是 {V}', '刚才说错了，{A} 的端口是 {V}'],
]
