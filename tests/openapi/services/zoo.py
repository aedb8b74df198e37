"""A zoo: unions of all kinds, recursion, optional values, dictionaries, times, and inherited models."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal, Optional, Union

from fastapi import Body, FastAPI, Query
from ipaddress import IPv4Address
from pydantic import AnyUrl, BaseModel, ConfigDict, Field

app = FastAPI(title="Zoo", version="0.1.0")


class Animal(BaseModel):
    name: str
    born: date | None = None
    weight: float = Field(gt=0, le=10000)


class Cat(Animal):
    kind: Literal["cat", "lion"]
    lives: int = Field(default=9, ge=1, le=9)


class Bird(Animal):
    kind: Literal["bird"]
    can_fly: bool
    wing_span: float | None = None


class Fish(Animal):
    kind: Literal["fish"]
    depth: Union[int, str]


AnyAnimal = Annotated[Union[Cat, Bird, Fish], Field(discriminator="kind")]


class Keeper(BaseModel):
    name: str = Field(alias="fullName", max_length=30)
    shift: time
    breaks: list[timedelta] = []
    phone: Optional[str] = Field(default=None, pattern=r"^\+?[0-9 ]{5,15}$")
    boss: Optional["Keeper"] = None
    team: list["Keeper"] = []


class Cage(BaseModel):
    id: int
    animals: list[AnyAnimal]
    favourite: AnyAnimal | None = None
    temperature: Union[int, float, None] = None
    measured: dict[date, float] = {}
    matrix: list[list[int]] = []
    position: tuple[float, float, str] = (0, 0, "m")
    meta: dict[str, Any] = {}
    extra: Any = None


class Plain(BaseModel):
    a: int
    b: str


class Other(BaseModel):
    a: str
    c: bool = False


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    level: int = Field(multiple_of=5)
    ratio: float = Field(ge=0, lt=1)


@app.post("/cages/")
def create_cage(cage: Cage):
    return None


@app.post("/animals/")
def create_animal(animal: AnyAnimal):
    return None


@app.post("/keepers/")
def create_keeper(keeper: Keeper):
    return None


@app.post("/either/")
def either(value: Union[Plain, Other]):
    return None


@app.post("/mixed/")
def mixed(
    number: Annotated[Union[int, bool], Body()],
    moment: Annotated[Union[datetime, str], Body()],
    things: Annotated[list[Union[int, Plain, None]], Body()],
    mode: Annotated[Literal[1, 2, "auto"], Body()] = "auto",
    plain: Plain | None = None,
):
    return None


@app.post("/open/")
def create_open(value: Open):
    return None


@app.post("/cameras/")
def create_camera(
    host: Annotated[IPv4Address, Body()],
    stream: Annotated[AnyUrl, Body()],
    ports: Annotated[set[int], Body(min_length=1)],
):
    return None


@app.get("/visits/")
def visits(
    day: date,
    start: time | None = None,
    at: datetime | None = None,
    last: timedelta | None = None,
    count: Annotated[int | None, Query(multiple_of=2)] = None,
    who: Annotated[list[str], Query(min_length=1, max_length=3)] = ["all"],
    exact: Annotated[Union[int, str], Query()] = 0,
    ratio: Annotated[float, Query(gt=0, lt=1)] = 0.5,
):
    return None


@app.delete("/cages/{cage_id}/animals/{name}", status_code=204)
def remove(cage_id: int, name: str, force: bool = False) -> None:
    return None
