"""A travel agency: constraints of every kind, unions of lists, defaults that are objects, and odd types of pydantic."""

import re
from collections import deque
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from pathlib import Path as FilePath
from typing import Annotated, Any, Literal, Optional, Union
from uuid import UUID

from annotated_types import Ge, Len, Lt
from fastapi import Body, Cookie, FastAPI, Form, Header, Path, Query
from pydantic import (
    UUID5, Base64Str, BaseModel, ByteSize, ConfigDict, Field, IPvAnyAddress, NegativeFloat, PositiveFloat, condecimal,
    confloat, conlist,
)

app = FastAPI(title="Travel", root_path="/api")


class Cabin(str, Enum):
    economy = "economy"
    first = "first"


class Geo(BaseModel):
    lat: confloat(ge=-90, le=90)
    lng: Annotated[float, Ge(-180), Lt(180)]


class Airport(BaseModel):
    code: Annotated[str, Field(min_length=3, max_length=3, pattern="^[A-Z]{3}$")]
    geo: Geo = Geo(lat=0, lng=0)
    zone: str = "UTC"


class Flight(BaseModel):
    mode: Literal["flight"]
    number: str = Field(pattern=r"^[A-Z]{2}\d{1,4}$")
    origin: Airport
    target: Airport
    cabin: Cabin = Cabin.economy
    stops: conlist(Airport, max_length=1) = []


class Train(BaseModel):
    mode: Literal["train"]
    operator: str | None = None
    seats: set[Annotated[int, Field(ge=1, le=99)]] = Field(default=set(), min_length=1, max_length=3)


class Bus(BaseModel):
    mode: Literal["bus", "coach"]
    wheels: int = 6


Leg = Annotated[Union[Flight, Train, Bus], Field(discriminator="mode")]


class Traveller(BaseModel):
    model_config = ConfigDict(extra="forbid", validate_assignment=True)
    name: str
    age: int | None = None
    born: date | None = None
    passport: Annotated[str, Field(validation_alias="passportNumber", max_length=9)]
    meal: Literal["veg", "meat", None] = None
    loyalty: dict[str, condecimal(max_digits=4, decimal_places=1)] = {}


class Booking(BaseModel):
    id: UUID5 | UUID | None = None
    legs: Annotated[list[Leg], Len(1, 2)]
    travellers: dict[str, Traveller] = Field(min_length=1, max_length=2)
    leaves: datetime | None = None
    checked_at: datetime | None = None
    back: Optional[date] = None
    paid: Union[Decimal, Literal["free"]] = "free"
    depth: NegativeFloat = -1.5
    speed: PositiveFloat | None = None
    size: ByteSize | None = None
    host: IPvAnyAddress | None = None
    photo: Base64Str | None = None
    path: FilePath | None = None
    filter: re.Pattern | None = None
    recent: deque[int] = Field(default=deque(), max_length=2)
    window: tuple[time, time] | None = None
    points: list[Geo] = []
    raw: bytes = b""
    anything: Any = None
    grid: list[tuple[int, str]] | dict[str, int] | None = None
    weird: int | list[str] | dict[str, float] | None = None
    nothing: None = None
    steps: list[int | Geo] = []
    by_day: dict[date, list[str]] = {}
    by_kind: dict[Literal["a", "b"], int] = {}


class Search(BaseModel):
    origin: str = Field(alias="from", min_length=3)
    to: list[str] = Field(min_length=1)
    day: date
    adults: int = Field(1, ge=1, le=9)
    flexible: bool = False
    max_price: Decimal | None = Field(None, gt=0)
    cabins: set[Cabin] = set()


class Agent(BaseModel):
    x_agent: str = Field(max_length=5)
    x_ids: list[int] = []


class Feedback(BaseModel):
    stars: int = Field(ge=1, le=5)
    text: str | None = Field(None, max_length=10)
    trip: UUID
    tags: list[Literal["good", "bad"]] = []
    at: datetime | None = None


@app.post("/bookings", status_code=201)
def book(booking: Booking):
    return None


@app.get("/search")
def search(params: Annotated[Search, Query()]):
    return None


@app.post("/feedback")
def feedback(form: Annotated[Feedback, Form()]):
    return None


@app.get("/agents")
def agents(agent: Annotated[Agent, Header()]):
    return None


@app.post("/legs/{leg_id}")
def change_leg(
    leg_id: Annotated[UUID, Path()],
    leg: Annotated[Union[Flight, Train, Bus], Body(discriminator="mode")],
    reason: Annotated[str, Body(min_length=2)],
    count: Annotated[int | None, Body(ge=0)] = None,
    lucky: Annotated[int | None, Cookie(ge=1)] = None,
):
    return None


@app.get("/files/{kind}/{path:path}")
def file(kind: Cabin, path: str, start: Annotated[int, Query(ge=0)] = 0):
    return None


@app.get("/prices/{amount}/{rate}/{at}/{ok}")
def price(amount: Decimal, rate: float, at: datetime, ok: bool):
    return None


@app.put("/airports/{code}")
def airport(code: Annotated[str, Path(pattern="^[A-Z]{3}$")], airport: Airport = Airport(code="AAA")):
    return None


@app.post("/geo")
def geo(points: list[Geo] | Geo, box: Annotated[tuple[Geo, Geo] | None, Body()] = None):
    return None


@app.post("/optional")
def optional(geo: Geo | None = None):
    return None


@app.post("/nullable")
def nullable(geo: Geo | None):
    return None


@app.post("/embedded")
def embedded(geo: Annotated[Geo | None, Body(embed=True)] = None):
    return None


@app.post("/maps")
def maps(value: dict[str, dict[str, list[int]]], deep: dict[str, Geo | None] = {}):
    return None


@app.get("/times")
def times(
    day: Annotated[date | None, Query(alias="on")] = None,
    days: Annotated[list[date], Query()] = [],
    ids: Annotated[tuple[int, int] | None, Query()] = None,
    unique: Annotated[set[int], Query()] = set(),
    kind: Annotated[Cabin | int | None, Query()] = None,
    size: Annotated[ByteSize | None, Query()] = None,
    text: Annotated[str, Query(min_length=1, max_length=3)] = "abc",
):
    return None
